// Arguments of the methods of a project.
import type { Replacement } from './common.js'
import type { FileUrl } from './environment.js'

/** The names to list. */
export interface FilesArguments {
  /** Full glob syntax (`*`, `**`, `?`, `[a-z]`, `[!x]`, `{a,b}`), matched against names. Default: all. */
  pattern?: string | undefined
}

/** The file to read, and which part of it. */
export interface ReadArguments {
  /** `main` or the name of a module. */
  file: string
  /** First line, from 1. */
  offset?: number | undefined
  /** The most lines to return. */
  limit?: number | undefined
  /** Put line numbers in front of the lines of `modelText`. Default `false`. */
  numbered?: boolean | undefined
}

/** A text in a file, and the one that replaces it. */
export interface EditArguments extends Replacement {
  /** `main` or the name of a module. */
  file: string
}

/** Several replacements in one file. */
export interface MultiEditArguments {
  /** `main` or the name of a module. */
  file: string
  /** The replacements, at least one. Each is made in the result of the previous ones. All or none are made, with one run. */
  edits: readonly Replacement[]
}

/** A file and its whole contents. */
export interface WriteArguments {
  /** `main` or the name of a module. */
  file: string
  /** The whole new contents. */
  text: string
}

/** One of the changes of {@link ApplyArguments}. `type` may be omitted if the other fields determine it. */
export type ProposedChange = ProposedEdit | ProposedWrite | ProposedDelete | ProposedRename

/** A change that replaces a text in a file. */
export interface ProposedEdit extends EditArguments {
  /** `edit` or absent: the other fields show that it is an edit. */
  type?: 'edit' | undefined
  /** Absent in an edit: it belongs to another kind of change. */
  text?: undefined
  /** Absent in an edit: it belongs to another kind of change. */
  from?: undefined
  /** Absent in an edit: it belongs to another kind of change. */
  to?: undefined
}

/** Creates or replaces a whole file. */
export interface ProposedWrite extends WriteArguments {
  /** `write` or absent: the other fields show that it writes a file. */
  type?: 'write' | undefined
  /** Absent where a whole file is written: it belongs to another kind of change. */
  oldText?: undefined
  /** Absent where a whole file is written: it belongs to another kind of change. */
  newText?: undefined
  /** Absent where a whole file is written: it belongs to another kind of change. */
  replaceAll?: undefined
  /** Absent where a whole file is written: it belongs to another kind of change. */
  expectedReplacements?: undefined
  /** Absent where a whole file is written: it belongs to another kind of change. */
  from?: undefined
  /** Absent where a whole file is written: it belongs to another kind of change. */
  to?: undefined
}

/** A change that deletes a file. */
export interface ProposedDelete {
  /** Always `delete`: it distinguishes the members of the union. */
  type: 'delete'
  /** `main` or the name of a module. */
  file: string
  /** Absent in a deletion: it belongs to another kind of change. */
  oldText?: undefined
  /** Absent in a deletion: it belongs to another kind of change. */
  newText?: undefined
  /** Absent in a deletion: it belongs to another kind of change. */
  replaceAll?: undefined
  /** Absent in a deletion: it belongs to another kind of change. */
  expectedReplacements?: undefined
  /** Absent in a deletion: it belongs to another kind of change. */
  text?: undefined
  /** Absent in a deletion: it belongs to another kind of change. */
  from?: undefined
  /** Absent in a deletion: it belongs to another kind of change. */
  to?: undefined
}

/** A change that renames a module. */
export interface ProposedRename {
  /** `rename` or absent: the other fields show that it renames a module. */
  type?: 'rename' | undefined
  /** The name of a module. */
  from: string
  /** The new name, which must be free. */
  to: string
  /** Absent in a rename: it belongs to another kind of change. */
  file?: undefined
  /** Absent in a rename: it belongs to another kind of change. */
  oldText?: undefined
  /** Absent in a rename: it belongs to another kind of change. */
  newText?: undefined
  /** Absent in a rename: it belongs to another kind of change. */
  replaceAll?: undefined
  /** Absent in a rename: it belongs to another kind of change. */
  expectedReplacements?: undefined
  /** Absent in a rename: it belongs to another kind of change. */
  text?: undefined
}

/** Values of the scene's parameters by their names; parameters that are left out have the value in the code. */
export type ParameterValues = { readonly [name: string]: number | string | boolean }

/** The values of parameters of a run. */
export interface RunArguments {
  /** The values of parameters for this run. Default: those in the code. */
  parameters?: ParameterValues | undefined
  /** The name of a set of values in `parameter-sets.json`. Values in `parameters` override it. */
  setName?: string | undefined
}

/** Changes, values of parameters, or both. */
export interface CheckArguments {
  /** The changes to check, at least one unless there are parameters. Each is made in the result of the previous ones. */
  changes?: readonly ProposedChange[] | undefined
  /** The values of parameters to check with. Default: those that the last run set. */
  parameters?: ParameterValues | undefined
  /** The name of a set of values in `parameter-sets.json`. Values in `parameters` override it. */
  setName?: string | undefined
  /** The width and the height of the picture in pixels, 16 to 4096, or `off` for none. Default 1600 × 1000. */
  size?: readonly [width: number, height: number] | 'off' | undefined
  /** The part that fills the picture; `last_change` is the part that the changes affect. Default: the whole scene. */
  fit?: PictureFit | undefined
  /** Show the scenes before and after the changes side by side in one picture. Default `false`. */
  before?: boolean | undefined
}

/** The changes that are made together. */
export interface ApplyArguments {
  /** The changes, at least one. Each is made in the result of the previous ones. */
  changes: readonly ProposedChange[]
  /** The message in the history, at most 1,000 characters. Default: the names of the files. */
  message?: string | undefined
}

/** The text to find. */
export interface GrepArguments {
  /** A regular expression. Case is ignored unless the pattern has a capital letter. */
  pattern: string
  /** Search only this file. Default: main and all modules. */
  file?: string | undefined
}

/** The part of the vocabulary to explain: give at most one of these. Without any, the answer is an overview. */
export interface ReferenceArguments {
  /** A domain of the vocabulary, such as `shapes`. */
  domain?: string | undefined
  /** A function of the vocabulary, such as `drawCircle`. */
  name?: string | undefined
  /** A file of the project, whose functions, classes and imports are listed. */
  file?: string | undefined
}

/**
 * The part that fills a picture: names of entities or patterns with `*` and `?`, a box in the scene, or `last_change`: the
 * entities that the last commit changed, with their surroundings.
 */
export type PictureFit = string | readonly string[] | readonly [minX: number, minY: number, maxX: number, maxY: number]

/** The size, the part and the look of a picture. */
export interface RenderArguments {
  /** Width in pixels, 16 to 4096. Default 1600. */
  width?: number | undefined
  /** Height in pixels, 16 to 4096. Default 1000. */
  height?: number | undefined
  /** The part that fills the picture. Default: the whole scene. */
  fit?: PictureFit | undefined
  /**
   * Colour the entities that were added, changed and removed: by the last commit (`last_change`; with `commit`, by that
   * one), or since the commit with this id.
   */
  highlight?: 'last_change' | (string & {}) | undefined
  /** Show the scene before that commit and the drawn one side by side in one picture. Default `false`. */
  before?: boolean | undefined
  /** Draw grid lines: `true` for a suitable round distance, or the distance in the unit of the scene. */
  grid?: boolean | number | undefined
  /** Draw rulers along the edges, in the unit of the scene. Default `false`. */
  rulers?: boolean | undefined
  /** Draw names beside entities: `true` for the outermost ones, or names and patterns. */
  labels?: boolean | string | readonly string[] | undefined
  /** Draw only these layers, even if they are off. Default: all layers that are on. */
  layers?: readonly string[] | undefined
  /** Draw all lines one pixel wide. Default `false`. */
  hairlines?: boolean | undefined
  /** The sheet to show of a drawing with several, by its name. Default: the first. */
  sheet?: string | undefined
  /** Colours of the picture. Default `light`. */
  theme?: 'light' | 'dark' | undefined
  /**
   * The background as a CSS colour; `transparent` and other colours that are not opaque give a picture with alpha. Default: the
   * theme's.
   */
  background?: string | undefined
  /** A commit of the history, or the `sceneId` of a run or an edit by hand of this process: the scene after it. Default: the scene as it is. */
  commit?: string | undefined
  /** Draws the scene with these parameters, which stays uncommitted. Default: those that the last run set. */
  parameters?: ParameterValues | undefined
  /** The name of a set of values in `parameter-sets.json`. Values in `parameters` override it. */
  setName?: string | undefined
}

/** DXF is R2010, with a layout for each sheet; PDF has a page at true scale for each. */
export type ExportFormat = 'svg' | 'png' | 'dxf' | 'pdf' | 'json'

/** The format of a file, and where it goes. */
export interface ExportArguments {
  /** The format of the file. */
  format: ExportFormat
  /**
   * Write the export to this path, outside of the project if wanted; an existing file is replaced in one step. Only for hosts:
   * no tool has this argument.
   */
  toFile?: string | FileUrl | undefined
  /** Write the export to this relative path inside the project's folder `exports`. */
  toExports?: string | undefined
  /** Write the text in a DXF as outlines or as editable text. Default `outlines`. */
  text?: 'outlines' | 'text' | undefined
  /** Write fills to a DXF; `false` writes only outlines, as laser programs need. Default `true`. */
  fills?: boolean | undefined
  /**
   * Leave out outlines of a DXF or an SVG that lie on others of their layer, which a cutter would follow twice. Default `false`.
   */
  dedupe?: boolean | undefined
  /**
   * The sheet to write alone, by its name; not for `json`. Default: all sheets in a PDF and a DXF, the first in an SVG and a PNG.
   */
  sheet?: string | undefined
  /** Changes to highlight in an SVG or a PNG, as in {@link RenderArguments}. */
  highlight?: 'last_change' | (string & {}) | undefined
  /** A commit of the history, or the `sceneId` of a run or an edit by hand of this process: the scene after it. Default: the scene as it is. */
  commit?: string | undefined
  /** Exports the scene with these parameters, which stays uncommitted. Default: those that the last run set. */
  parameters?: ParameterValues | undefined
  /** The name of a set of values in `parameter-sets.json`. Values in `parameters` override it. */
  setName?: string | undefined
}
