// Arguments of the file tools.
import type { Replacement } from './common.js'

/** The file to read, and which part of it. */
export interface FileReadArguments {
  /** The path of the file, relative to the first root, or absolute inside any root. Links that stay inside their root are followed. */
  path: string
  /** First line, from 1; 0 means 1. */
  offset?: number | undefined
  /** Number of lines. Default 2,000. */
  limit?: number | undefined
  /** Pages of a PDF document, at most 20: `'3'`, `'2-5'` or `'7-'`. Default: the first 10. */
  pages?: string | undefined
}

/** The file that is edited, and how its text is found. */
export interface FileEditOptions {
  /** Path of the file, as in {@link FileReadArguments}. */
  path: string
  /**
   * If the exact text is not found and only one place fits, `flexible` tolerates differences in trailing white space,
   * then in indentation (the new text is indented to match), then in runs of white space, then in typographic
   * punctuation. `exact`, the default, only tolerates another form of quotes, if one place fits.
   */
  match?: 'exact' | 'flexible' | undefined
  /** Check everything and return the patch, but write nothing. Default `false`. */
  dryRun?: boolean | undefined
}

/** A text to be replaced by another. `line` selects one of several occurrences. */
export type FileReplacement = Replacement & {
  /** The line, from 1, on which the text begins, if it occurs several times. The edit is refused if none begins there. */
  line?: number | undefined
}

/** Lines to be replaced, by the anchors that Read and Grep show. Only with the option `anchors` of the workspace. */
export interface AnchoredReplacement {
  /** The line, `'12:k3f2'`, or several, `'12:k3f2-15:9xq0'`. */
  anchor: string
  /** The text that replaces the whole lines, taken literally but for a line end at its end. An empty string deletes them. */
  newText: string
}

/** One replacement in a file. */
export type FileEditArguments = FileEditOptions & (FileReplacement | AnchoredReplacement)

/** Several replacements in a file. */
export interface FileMultiEditArguments extends FileEditOptions {
  /**
   * At least one; each sees the result of the ones before it. All or nothing. All anchors refer to the file before the
   * call.
   */
  edits: readonly (FileReplacement | AnchoredReplacement)[]
}

/** A file and its whole text. */
export interface FileWriteArguments {
  /** See {@link FileReadArguments}. Missing folders are created. */
  path: string
  /** The whole text. An existing file keeps its encoding and line ends. */
  text: string
  /** Write placeholder lines such as `// ... rest of code ...` literally. Default `false`: they are refused. */
  allowPlaceholders?: boolean | undefined
}

/** The cell of a notebook to change, and its new source. */
export interface NotebookEditArguments {
  /** Path of the notebook, as in {@link FileReadArguments}. */
  path: string
  /** Id of the cell. Give this or `cellNumber`. */
  cellId?: string | undefined
  /** Number of the cell, counted from 0. */
  cellNumber?: number | undefined
  /** The whole new source of the cell. */
  newSource: string
  /** The type of the cell. Default: unchanged; `code` for a new cell. */
  cellType?: 'code' | 'markdown' | 'raw' | undefined
  /** Replaces, inserts or deletes the cell. Default `replace`. */
  editMode?: 'replace' | 'insert' | 'delete' | undefined
}

/** The files that a search looks at. */
export interface FileSearchOptions {
  /** The folder to search in. Default: the first root. */
  path?: string | undefined
  /** Include hidden files. Default `false`. */
  hidden?: boolean | undefined
  /** Include files that `.gitignore` excludes. Default `false`. */
  noIgnore?: boolean | undefined
}

/** The names to find. */
export interface FileGlobArguments extends FileSearchOptions {
  /** `*`, `**`, `?`, `[a-z]`, `[!x]`, `{a,b}`. Without `/`: at any depth. */
  pattern: string
}

/** The text to find, and the form of the answer. */
export interface FileGrepArguments extends FileSearchOptions {
  /** A regular expression in the syntax of Rust's regex. Without capitals it ignores case, unless `ignoreCase` is given. */
  pattern: string
  /** Search only files that match one of these globs: `*.ts`, or a list with commas or spaces, `*.ts,*.js`. */
  include?: string | undefined
  /** Search only files of this type of ripgrep, such as `js`, `py` or `rust`. */
  type?: string | undefined
  /** The kind of answer: paths, matching lines or counts. Default `files_with_matches`. */
  outputMode?: 'files_with_matches' | 'content' | 'count' | undefined
  /** Lines after each match. */
  after?: number | undefined
  /** Lines before each match. */
  before?: number | undefined
  /** Lines before and after each match. */
  context?: number | undefined
  /** Put line numbers in front of the lines of `modelText`. Default `true`. */
  lineNumbers?: boolean | undefined
  /** Ignore letter case. */
  ignoreCase?: boolean | undefined
  /** Let a match span lines. */
  multiline?: boolean | undefined
  /** Return or count only the matching parts of lines; for `content` and `count`. */
  onlyMatching?: boolean | undefined
  /** The order of the files. Default `modified`: newest first. */
  sort?: 'modified' | 'path' | undefined
  /** The most files, or lines for `content`, up to 100,000; 0 for as many as fit. Default 100 files, 1,000 lines. */
  limit?: number | undefined
  /** Number of files or lines to skip: `nextOffset` of the previous page. */
  offset?: number | undefined
}

/** The folder to list. */
export interface FileTreeArguments {
  /** The folder to list. */
  path: string
  /** Globs of entries to leave out. */
  ignore?: readonly string[] | undefined
}
