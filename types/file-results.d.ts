// Results of the file tools. `ok` distinguishes success from refusal, `status` the members of a union.
import type { OldAndNewText, Refused, Warning } from './common.js'
import type { FileFailure } from './errors.js'
import type { FreshnessCheck } from './freshness.js'

/** Texts in every answer of a file tool. */
export interface FileTexts {
  /** The text for the model, within the size limits of the tool. */
  readonly modelText: string
  /** Text for a person's terminal: a headline and a few lines, without escape codes. */
  readonly terminalText: string
  /**
   * Remarks for the model on the call, a line or two each; `modelText` ends with them, with arguments named as the
   * tools name them (`old_string` there is `oldText` here). They report an inexact match, a correction by the host, a
   * person's change of the proposal, converted line ends, a file that shrank by more than half, and files read earlier
   * that changed since.
   */
  readonly notes?: readonly string[] | undefined
  /** Files that were read earlier and that others have changed or removed since. Each change is reported once. */
  readonly changedFiles?: readonly ChangedFile[] | undefined
}

/** A file that was read earlier and that others have changed or removed since. */
export interface ChangedFile extends FreshnessCheck {
  /** Relative to the first root, or absolute. */
  readonly path: string
  /** The sentence for the model. */
  readonly reminder: string
}

/** The answer of a file tool, or its refusal, whose message says what to do next. */
export type FileResult<Data> = FileTexts & (Data | Refused<FileFailure>)

/** A group of changed lines, as in a unified diff. */
export interface PatchHunk {
  /** First line of the old text, counted from 1; 0 if it has no lines. */
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** Each begins with a space, `+` or `-`; `\ No newline at end of file` follows a line that has none. */
  readonly lines: readonly string[]
}

/** A change of a file, as a patch. */
export interface PatchedFile {
  /** Path of the file as it was given. */
  readonly path: string
  /** At most 5,000 lines and 256 KiB. */
  readonly structuredPatch: readonly PatchHunk[]
  /**
   * True if `structuredPatch` and `diff` only hold the first of the changes, as a patch that applies by itself. `added`
   * and `removed` count all changes. Absent if they are complete.
   */
  readonly truncated?: true | undefined
  /** The changed places with line numbers and 4 lines of context around each: at most 400 lines. */
  readonly snippet: string
  /** The change as a unified diff. If it is truncated, its last line says so. */
  readonly diff: string
  /** Lines added in total, including any omitted from a truncated patch. */
  readonly added: number
  /** Lines removed in total, including any omitted from a truncated patch. */
  readonly removed: number
  /** True if the host's `confirm` replaced the proposed text by another. */
  readonly modifiedByUser?: true | undefined
  /** The difference between the proposed text and the one that replaced it, as a unified diff. */
  readonly userDiff?: string | undefined
  readonly warnings: readonly Warning[]
}

/** The place of a flexible match, and the kind of difference that it tolerated. */
export interface FlexibleMatch {
  readonly tier: 'canonical_equivalence' | 'trailing_whitespace' | 'indentation' | 'whitespace_runs' | 'punctuation'
  readonly firstLine: number
  readonly lastLine: number
}

/** The outcome of an edit. */
export interface EditOutcome {
  /** Number of places where text was replaced. */
  readonly replacements: number
  /** Only if the exact text was not found: with `match: 'flexible'`, or if only the form of quotes differed. */
  readonly flexible?: FlexibleMatch | undefined
  /** True if the host's `correct` repaired the edit. */
  readonly corrected?: true | undefined
  readonly correction?: { readonly given: Readonly<OldAndNewText>; readonly used: Readonly<OldAndNewText> } | undefined
}

/** A change of a file that was committed, and can be undone. */
export interface FileCommitted {
  readonly ok: true
  readonly status: 'committed'
  /** Id of the commit, for {@link Workspace.undo}. */
  readonly commitId: string
  /** `created` if the file did not exist before. */
  readonly change: 'created' | 'updated'
  readonly dryRun?: undefined
}

/** The result of a dry run: nothing was written. */
export interface FileDryRun {
  readonly ok: true
  readonly status: 'ok'
  readonly dryRun: true
  /** `created` if the file does not exist. */
  readonly change: 'created' | 'updated'
  readonly commitId?: undefined
}

export type FileEditResult = FileResult<PatchedFile & EditOutcome & (FileCommitted | FileDryRun)>

export type FileMultiEditResult = FileResult<
  PatchedFile &
    (FileCommitted | FileDryRun) & {
      /** Number of places where text was replaced, in all edits. */
      readonly replacements: number
      /**
       * The outcomes in the order of the edits. `lines` refer to the text after the previous edits, at most 1,000 for each
       * edit; `truncated` if there are more.
       */
      readonly edits: readonly (EditOutcome & {
        readonly lines: readonly number[]
        readonly truncated?: true | undefined
      })[]
    }
>

export type FileWriteResult = FileResult<
  PatchedFile &
    FileCommitted & {
      /** The written text. */
      readonly text: string
    }
>

export type NotebookEditResult = FileResult<
  PatchedFile &
    FileCommitted & {
      readonly editMode: 'replace' | 'insert' | 'delete'
      /** Number of the cell, counted from 0. */
      readonly cellNumber: number
      readonly cellId?: string | undefined
      readonly cellType: string
      readonly language?: string | undefined
      readonly oldSource?: string | undefined
      readonly newSource: string
    }
>

export type FileReadResult = FileResult<
  (FileText | FileImage | FileNotebook | FilePdf) & {
    readonly ok: true
    readonly status: 'ok'
    readonly warnings: readonly Warning[]
  }
>

/** Text of a file, without line numbers; they are in `modelText`. */
export interface FileText {
  readonly type: 'text'
  readonly path: string
  /** The requested lines, with LF line ends; lines over 2,000 characters are cut, with a marker. */
  readonly text: string
  /** Number of the first line, counted from 1. */
  readonly startLine: number
  /** Number of lines in `text`. */
  readonly lineCount: number
  /** Number of lines of the file. */
  readonly totalLines: number
  /** True if the file has more lines after the last one in `text`. */
  readonly truncated: boolean
  readonly encoding: string
  /** The sentence for a model if others changed the file since this session last read it. */
  readonly reminder?: string | undefined
}

export interface FileImage {
  readonly type: 'image'
  readonly path: string
  readonly base64: string
  readonly mediaType: string
  readonly width: number
  readonly height: number
  readonly originalWidth: number
  readonly originalHeight: number
}

export interface FileNotebook {
  readonly type: 'notebook'
  readonly path: string
  readonly language?: string | undefined
  readonly cells: readonly NotebookCell[]
}

/** Pages of a PDF document. A single page also comes as a picture. */
export interface FilePdf {
  readonly type: 'pdf'
  readonly path: string
  readonly totalPages: number
  readonly pages: readonly PdfPage[]
  /** The page as a PNG, if one page was requested or the document has only one. */
  readonly base64?: string | undefined
  readonly mediaType?: string | undefined
}

export interface PdfPage {
  /** Number of the page, counted from 1. */
  readonly page: number
  /** The width of the displayed page in points. */
  readonly width: number
  readonly height: number
  /** The text in the order of the document; empty for a page that is only an image. */
  readonly text: string
}

export interface NotebookCell {
  /** Number of the cell, counted from 0. */
  readonly index: number
  readonly id?: string | undefined
  readonly cellType: string
  readonly source: string
  readonly executionCount?: number | undefined
  readonly outputs?: readonly NotebookOutput[] | undefined
}

export interface NotebookOutput {
  readonly outputType: string
  readonly text?: string | undefined
  readonly images?: readonly { readonly mediaType: string; readonly base64: string }[] | undefined
}

/** Notes on a search: the number of entries it left out, and the reasons if it is incomplete. */
export interface SearchNotes {
  readonly ok: true
  readonly status: 'ok'
  /** Duration of the search in milliseconds. */
  readonly durationMs: number
  /** True if the list was cut. */
  readonly truncated: boolean
  /** Number of files and folders that were skipped, by the reason. */
  readonly skipped: { readonly [reason: string]: number }
  /**
   * The reasons why the answer is incomplete: unreadable files or folders, lines too long, the time limit. Absent if it is
   * complete.
   */
  readonly partial?: readonly string[] | undefined
  /** The first files and folders that could not be read, with the reason as in `partial`. Absent if the answer is complete. */
  readonly troubles?: readonly SearchTrouble[] | undefined
  readonly warnings: readonly Warning[]
}

/** A file or folder that a search could not read completely. */
export interface SearchTrouble {
  readonly reason: string
  readonly path: string
  readonly message: string
}

export type FileGlobResult = FileResult<
  SearchNotes & {
    /** The files, newest first. Relative to the first root, or absolute: as the other tools take them. */
    readonly paths: readonly string[]
    /** Number of paths in `paths`. */
    readonly count: number
    /** Number of all matching files. */
    readonly total: number
  }
>

export type FileGrepResult = FileResult<
  SearchNotes & {
    readonly mode: 'files_with_matches' | 'content' | 'count'
    /** The files with matches. Relative to the first root, or absolute: as the other tools take them. */
    readonly paths: readonly string[]
    /** Number of paths in `paths`. */
    readonly count: number
    /** Number of all files with matches. */
    readonly total: number
    /** Matching lines, at most 1 MiB of text; only for `content`. */
    readonly lines?: readonly GrepLine[] | undefined
    /** Number of matches in each file, in the order of `paths`; only for `count`. */
    readonly counts?: readonly number[] | undefined
    /** Number of matching lines in all files, or of matching parts with `onlyMatching`; only for `content` and `count`. */
    readonly matchCount?: number | undefined
    /** The `offset` of the next page. Absent on the last one. */
    readonly nextOffset?: number | undefined
  }
>

export interface GrepLine {
  /** Path of the file, as in `paths`. */
  readonly path: string
  /** Number of the line, counted from 1. */
  readonly line: number
  readonly text: string
  /** True for a line of context, which is not a match. */
  readonly isContext?: true | undefined
}

export type FileTreeResult = FileResult<
  SearchNotes & {
    /** The tree, as the model sees it. */
    readonly tree: string
    /** Number of entries in the tree. */
    readonly count: number
  }
>
