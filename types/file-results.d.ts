// Results of the file tools. `ok` distinguishes success from refusal, `status` the members of a union.
import type { OldAndNewText, Refused, Warning } from './common.js'
import type { FileFailure } from './errors.js'
import type { FreshnessCheck } from './freshness.js'

/** Texts that every answer of a file tool carries besides its own data. */
export interface FileTexts {
  /** The text for the model, within the caps of the tool. */
  readonly modelText: string
  /** Text for a person's terminal: a headline and a few lines, without escape codes. */
  readonly terminalText: string
  /**
   * Remarks for the model on how the call went, a line or two each; `modelText` ends with them, with arguments named as
   * the tools name them (`old_string` there is `oldText` here). A match that was not exact, a correction by the host, a
   * person's change of the proposal, line ends written otherwise than they were given, a file that shrank by more than
   * half, files read earlier that changed since.
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
   * `structuredPatch` and `diff` do not hold all that changed: they hold the first of the changes, as a patch that makes
   * those and no others. `added` and `removed` count all. Absent when they are whole.
   */
  readonly truncated?: true | undefined
  /** The changed places with line numbers and 4 lines of context around each: at most 400 lines. */
  readonly snippet: string
  /** The change as a unified diff. If it is truncated, its last line says so. */
  readonly diff: string
  /** Lines, those that a truncated patch leaves out counted. */
  readonly added: number
  /** Lines, as with `added`. */
  readonly removed: number
  /** The host's `confirm` put another text in place of the proposed one. */
  readonly modifiedByUser?: true | undefined
  /** The difference of that text from the proposed one, as a unified diff. */
  readonly userDiff?: string | undefined
  readonly warnings: readonly Warning[]
}

/** Where a flexible match was found, and what it tolerated. */
export interface FlexibleMatch {
  readonly tier: 'canonical_equivalence' | 'trailing_whitespace' | 'indentation' | 'whitespace_runs' | 'punctuation'
  readonly firstLine: number
  readonly lastLine: number
}

/** An edit, as it was made. */
export interface EditOutcome {
  /** Number of places where text was replaced. */
  readonly replacements: number
  /** Only where the exact text was not found: `match` is `flexible`, or nothing but the form of quotes differed. */
  readonly flexible?: FlexibleMatch | undefined
  /** The host's `correct` repaired the edit. */
  readonly corrected?: true | undefined
  readonly correction?: { readonly given: Readonly<OldAndNewText>; readonly used: Readonly<OldAndNewText> } | undefined
}

/** A change of a file that was committed, and can be undone. */
export interface FileCommitted {
  readonly ok: true
  readonly status: 'committed'
  /** Id of the commit, for {@link Workspace.undo}. */
  readonly commitId: string
  /** `created` where there was no such file before. */
  readonly change: 'created' | 'updated'
  readonly dryRun?: undefined
}

/** A change of a file that would be made: nothing was written. */
export interface FileDryRun {
  readonly ok: true
  readonly status: 'ok'
  readonly dryRun: true
  /** `created` where there is no such file. */
  readonly change: 'created' | 'updated'
  readonly commitId?: undefined
}

export type FileEditResult = FileResult<PatchedFile & EditOutcome & (FileCommitted | FileDryRun)>

export type FileMultiEditResult = FileResult<
  PatchedFile &
    (FileCommitted | FileDryRun) & {
      /** Number of places where text was replaced, over all edits. */
      readonly replacements: number
      /**
       * In the order of the edits. The lines are those of the text as the edits before had left it, at most 1,000 for each
       * edit; `truncated` where there are more.
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
      /** The text as it was written. */
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
  /** The lines that were asked for, with LF line ends; lines over 2,000 characters are cut, with a marker. */
  readonly text: string
  /** Number of the first line, counted from 1. */
  readonly startLine: number
  /** Number of lines in `text`. */
  readonly lineCount: number
  /** Number of lines of the file. */
  readonly totalLines: number
  /** There is more behind the last line given. */
  readonly truncated: boolean
  readonly encoding: string
  /** The file changed outside of this session since it was last read. */
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

/** Pages of a PDF document. A page that was read alone is a picture as well. */
export interface FilePdf {
  readonly type: 'pdf'
  readonly path: string
  readonly totalPages: number
  readonly pages: readonly PdfPage[]
  /** The page as a PNG, where one page was asked for, or the document has one. */
  readonly base64?: string | undefined
  readonly mediaType?: string | undefined
}

export interface PdfPage {
  /** Number of the page, counted from 1. */
  readonly page: number
  /** The size in points, as the page is shown. */
  readonly width: number
  readonly height: number
  /** The text in the order of the document; empty for a page that is only a picture. */
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

/** Notes on a search: what it left out, counted, and why it is not whole if it is not. */
export interface SearchNotes {
  readonly ok: true
  readonly status: 'ok'
  /** Duration of the search in milliseconds. */
  readonly durationMs: number
  /** The list was cut. */
  readonly truncated: boolean
  /** How many files and folders were passed over, by the reason. */
  readonly skipped: { readonly [reason: string]: number }
  /** Why the answer is not whole: folders or files that could not be read, lines too long, time. Absent when it is. */
  readonly partial?: readonly string[] | undefined
  /** The first files and folders that could not be read, with the reason as in `partial`. Absent when the answer is whole. */
  readonly troubles?: readonly SearchTrouble[] | undefined
  readonly warnings: readonly Warning[]
}

/** A file or folder that a search could not read whole. */
export interface SearchTrouble {
  readonly reason: string
  readonly path: string
  readonly message: string
}

export type FileGlobResult = FileResult<
  SearchNotes & {
    /** Newest modified first. Relative to the first root, or absolute: as the other tools take them. */
    readonly paths: readonly string[]
    /** Number of `paths`. */
    readonly count: number
    /** Number of all files that fit. */
    readonly total: number
  }
>

export type FileGrepResult = FileResult<
  SearchNotes & {
    readonly mode: 'files_with_matches' | 'content' | 'count'
    /** The files with matches. Relative to the first root, or absolute: as the other tools take them. */
    readonly paths: readonly string[]
    /** Number of `paths`. */
    readonly count: number
    /** Number of all files with matches. */
    readonly total: number
    /** Matching lines, at most 1 MiB of text; only for `content`. */
    readonly lines?: readonly GrepLine[] | undefined
    /** Number of matches in each file, in the order of `paths`; only for `count`. */
    readonly counts?: readonly number[] | undefined
    /** Number of matching lines in all files, or of matching parts with `onlyMatching`; only for `content` and `count`. */
    readonly matchCount?: number | undefined
    /** The offset of the next page, where there is more than this result has. */
    readonly nextOffset?: number | undefined
  }
>

export interface GrepLine {
  /** As in `paths`. */
  readonly path: string
  /** Number of the line, counted from 1. */
  readonly line: number
  readonly text: string
  /** A line of context, not a match. */
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
