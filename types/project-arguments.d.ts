// Arguments of the methods of a project.
import type { Replacement } from './common.js'
import type { FileUrl } from './environment.js'

export interface FilesArguments {
  /** Full glob syntax (`*`, `**`, `?`, `[a-z]`, `[!x]`, `{a,b}`), matched against names. Default: all. */
  pattern?: string | undefined
}

export interface ReadArguments {
  /** `main` or the name of a module. */
  file: string
  /** First line, from 1. */
  offset?: number | undefined
  /** Number of lines to return. */
  limit?: number | undefined
  /** Put line numbers in front of the lines of `modelText`. Default `false`. */
  numbered?: boolean | undefined
}

export interface EditArguments extends Replacement {
  /** `main` or the name of a module. */
  file: string
}

export interface MultiEditArguments {
  /** `main` or the name of a module. */
  file: string
  /** At least one; each sees the result of the ones before it. All or nothing, and one run. */
  edits: readonly Replacement[]
}

export interface WriteArguments {
  /** `main` or the name of a module. */
  file: string
  /** The whole new contents. */
  text: string
}

/** One of the changes of {@link ApplyArguments}. `type` may be omitted where the other fields determine it. */
export type ProposedChange = ProposedEdit | ProposedWrite | ProposedDelete | ProposedRename

/** Replaces a text of a file. */
export interface ProposedEdit extends EditArguments {
  type?: 'edit' | undefined
  text?: undefined
  from?: undefined
  to?: undefined
}

/** Creates or replaces a whole file. */
export interface ProposedWrite extends WriteArguments {
  type?: 'write' | undefined
  oldText?: undefined
  newText?: undefined
  replaceAll?: undefined
  expectedReplacements?: undefined
  from?: undefined
  to?: undefined
}

/** Deletes a file. */
export interface ProposedDelete {
  type: 'delete'
  /** `main` or the name of a module. */
  file: string
  oldText?: undefined
  newText?: undefined
  replaceAll?: undefined
  expectedReplacements?: undefined
  text?: undefined
  from?: undefined
  to?: undefined
}

/** Gives a module another name. */
export interface ProposedRename {
  type?: 'rename' | undefined
  /** The name of a module. */
  from: string
  /** The new name, which must be free. */
  to: string
  file?: undefined
  oldText?: undefined
  newText?: undefined
  replaceAll?: undefined
  expectedReplacements?: undefined
  text?: undefined
}

/** Values of the scene's parameters by their names; those that are left out are as in the code. */
export type ParameterValues = { readonly [name: string]: number | string | boolean }

export interface RunArguments {
  /** Default: those in the code. */
  parameters?: ParameterValues | undefined
}

/** Changes, values of parameters, or both. */
export interface CheckArguments {
  /** At least one where there are no parameters; each sees the result of the ones before it. */
  changes?: readonly ProposedChange[] | undefined
  /** Default: those that the last run set. */
  parameters?: ParameterValues | undefined
  /** The width and the height of the picture in pixels, 16 to 4096, or `off` for none. Default 1600 × 1000. */
  size?: readonly [width: number, height: number] | 'off' | undefined
  /** The part that fills the picture; `last_change` is that which the changes would change. Default: the whole scene. */
  fit?: PictureFit | undefined
  /** The scene before the changes beside the one after them, in one picture. Default `false`. */
  before?: boolean | undefined
}

export interface ApplyArguments {
  /** At least one; each sees the result of the ones before it. */
  changes: readonly ProposedChange[]
  /** The line of the history, at most 1,000 characters. Default: the names of the files. */
  message?: string | undefined
}

export interface GrepArguments {
  /** A regular expression. Case is ignored unless the pattern has a capital letter. */
  pattern: string
  /** Only this file. Default: main and all modules. */
  file?: string | undefined
}

/** At most one of them. None: an overview of the vocabulary. */
export interface ReferenceArguments {
  /** A part of the vocabulary, such as `shapes`. */
  domain?: string | undefined
  /** One function of the vocabulary, such as `drawCircle`. */
  name?: string | undefined
  /** The functions, classes and imports of a file of the project. */
  file?: string | undefined
}

/**
 * The part that fills a picture: names of entities or patterns with `*` and `?`, a box of the scene, or `last_change`: what the last
 * commit changed, with its surroundings.
 */
export type PictureFit = string | readonly string[] | readonly [minX: number, minY: number, maxX: number, maxY: number]

export interface RenderArguments {
  /** Pixels, 16 to 4096. Default 1600. */
  width?: number | undefined
  /** Pixels, 16 to 4096. Default 1000. */
  height?: number | undefined
  /** The part that fills the picture. Default: the whole scene. */
  fit?: PictureFit | undefined
  /**
   * Colour what was added, changed and removed: by the last commit (`last_change`; with `commit`, by that one), or since the
   * commit of this id.
   */
  highlight?: 'last_change' | (string & {}) | undefined
  /** The scene before that commit beside this one, in one picture. Default `false`. */
  before?: boolean | undefined
  /** Grid lines: `true` for a round distance that suits, or the distance in the unit of the scene. */
  grid?: boolean | number | undefined
  /** Rulers along the edges, in the unit of the scene. Default `false`. */
  rulers?: boolean | undefined
  /** Names beside what they name: `true` for the outermost entities, or names and patterns. */
  labels?: boolean | string | readonly string[] | undefined
  /** Only these layers, also those that are off. Default: all that are not off. */
  layers?: readonly string[] | undefined
  /** All lines one pixel wide. Default `false`. */
  hairlines?: boolean | undefined
  /** Colours of the picture. Default `light`. */
  theme?: 'light' | 'dark' | undefined
  /** A CSS colour; `transparent` and others that are not opaque give a picture with alpha. Default: the theme's. */
  background?: string | undefined
  /** A commit of the history: the scene after it. Default: the scene as it is. */
  commit?: string | undefined
  /** Draws the scene with these parameters, which stays uncommitted. Default: those that the last run set. */
  parameters?: ParameterValues | undefined
}

/** DXF is R2010; PDF is one page at true scale. */
export type ExportFormat = 'svg' | 'png' | 'dxf' | 'pdf' | 'json'

export interface ExportArguments {
  format: ExportFormat
  /** The path of a file anywhere, which is replaced in one step. Only for a host: no tool takes it. */
  toFile?: string | FileUrl | undefined
  /** A relative path inside the project's folder `exports`. */
  toExports?: string | undefined
  /** Text of a DXF as outlines or as editable text. Default `outlines`. */
  text?: 'outlines' | 'text' | undefined
  /** Fills of a DXF; `false` writes outlines alone, as laser programs need. Default `true`. */
  fills?: boolean | undefined
  /** True leaves outlines out of a DXF or an SVG that lie on others of their layer, which a cutter would follow twice. */
  dedupe?: boolean | undefined
  /** Changes that an SVG or a PNG highlights, as in {@link RenderArguments}. */
  highlight?: 'last_change' | (string & {}) | undefined
  /** A commit of the history: the scene after it. Default: the scene as it is. */
  commit?: string | undefined
  /** Exports the scene with these parameters, which stays uncommitted. Default: those that the last run set. */
  parameters?: ParameterValues | undefined
}
