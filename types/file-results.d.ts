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
  /** The path of the file, relative to the first root, or absolute. */
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
  /** Number of lines of the old text. */
  readonly oldLines: number
  /** First line of the new text, counted from 1; 0 if it has no lines. */
  readonly newStart: number
  /** Number of lines of the new text. */
  readonly newLines: number
  /** The lines of the group. Each begins with a space, `+` or `-`; `\ No newline at end of file` follows a line without a line end. */
  readonly lines: readonly string[]
}

/** A change of a file, as a patch. */
export interface PatchedFile {
  /** Path of the file as it was given. */
  readonly path: string
  /** The change as groups of changed lines, at most 5,000 lines and 256 KiB. */
  readonly structuredPatch: readonly PatchHunk[]
  /**
   * True if `structuredPatch` and `diff` only hold the first of the changes, as a patch that applies by itself. `addedLines`
   * and `removedLines` count all changes. Absent if they are complete.
   */
  readonly truncated?: true | undefined
  /** The changed places with line numbers and 4 lines of context around each: at most 400 lines. */
  readonly snippet: string
  /** The change as a unified diff. If it is truncated, its last line says so. */
  readonly diff: string
  /** Lines added in total, including any omitted from a truncated patch. */
  readonly addedLines: number
  /** Lines removed in total, including any omitted from a truncated patch. */
  readonly removedLines: number
  /** True if the host's `confirm` replaced the proposed text by another. */
  readonly modifiedByUser?: true | undefined
  /** The difference between the proposed text and the one that replaced it, as a unified diff. */
  readonly userDiff?: string | undefined
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
}

/** The place of a flexible match, and the kind of difference that it tolerated. */
export interface FlexibleMatch {
  /** The kind of difference that was tolerated. */
  readonly tier: 'canonical_equivalence' | 'trailing_whitespace' | 'indentation' | 'whitespace_runs' | 'punctuation'
  /** First line of the place in the file, counted from 1. */
  readonly firstLine: number
  /** Last line of the place in the file, counted from 1. */
  readonly lastLine: number
}

/** The outcome of an edit. */
export interface EditOutcome {
  /** Number of places where text was replaced. */
  readonly replacements: number
  /** The place of a match that was not exact: with `match: 'flexible'`, or if only the form of quotes differed. Absent for an exact match. */
  readonly flexible?: FlexibleMatch | undefined
  /** True if the host's `correct` repaired the edit. */
  readonly corrected?: true | undefined
  /** The texts that were given, and those that the host's `correct` put in their place. */
  readonly correction?: { readonly given: Readonly<OldAndNewText>; readonly used: Readonly<OldAndNewText> } | undefined
}

/** A change of a file that was committed, and can be undone. */
export interface FileCommitted {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `committed`: the change is on disk, and can be undone. */
  readonly status: 'committed'
  /** Id of the commit, for {@link Workspace.undo}. */
  readonly commitId: string
  /** `created` if the file did not exist before. */
  readonly change: 'created' | 'updated'
  /** Never set: the change was written. */
  readonly dryRun?: undefined
}

/** The result of a dry run: nothing was written. */
export interface FileDryRun {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `ok`: the question is answered, and nothing was changed. */
  readonly status: 'ok'
  /** Always true: the change was only tried. */
  readonly dryRun: true
  /** `created` if the file does not exist. */
  readonly change: 'created' | 'updated'
  /** Never set: nothing was committed. */
  readonly commitId?: undefined
}

/** The result of an edit: the change as a patch, or the refusal. */
export type FileEditResult = FileResult<PatchedFile & EditOutcome & (FileCommitted | FileDryRun)>

/** The result of several edits of a file: the change as a patch, or the refusal. */
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
        /** The lines on which the replaced places began, counted from 1. */
        readonly lines: readonly number[]
        /** True if the edit replaced more than 1,000 places. */
        readonly truncated?: true | undefined
      })[]
    }
>

/** The result of writing a file: the change as a patch, or the refusal. */
export type FileWriteResult = FileResult<
  PatchedFile &
    FileCommitted & {
      /** The written text. */
      readonly text: string
    }
>

/** The result of changing a cell: the change as a patch, or the refusal. */
export type NotebookEditResult = FileResult<
  PatchedFile &
    FileCommitted & {
      /** The change of the cell. */
      readonly editMode: 'replace' | 'insert' | 'delete'
      /** Number of the cell, counted from 0. */
      readonly cellNumber: number
      /** Id of the cell, in notebooks whose cells have one. */
      readonly cellId?: string | undefined
      /** Type of the cell: `code`, `markdown` or `raw`. */
      readonly cellType: string
      /** The programming language of the notebook, if it names one. */
      readonly language?: string | undefined
      /** The source of the cell before. Absent for a new cell. */
      readonly oldSource?: string | undefined
      /** The source of the cell now; empty for one that was deleted. */
      readonly newSource: string
    }
>

/** The contents of a file, by their `type`, or the refusal. */
export type FileReadResult = FileResult<FileAnswered & (FileText | FileImage | FileNotebook | FilePdf)>

/** The members that every answer to a question has. */
export interface FileAnswered {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `ok`: the question is answered, and nothing was changed. */
  readonly status: 'ok'
  /**
   * Id of the latest commit when the call began, for {@link BaseOption.base} of a change: what was returned is not older. `'0'`
   * before the first commit.
   */
  readonly commitId: string
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
}

/** Text of a file, without line numbers; they are in `modelText`. */
export interface FileText {
  /** The file is text. */
  readonly type: 'text'
  /** Path of the file as it was given. */
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
  /** The encoding of the file, such as `UTF-8`. */
  readonly encoding: string
  /** The sentence for a model if others changed the file since this session last read it. */
  readonly reminder?: string | undefined
}

/** A picture, made smaller if it is large. */
export interface FileImage {
  /** The file is a picture. */
  readonly type: 'image'
  /** Path of the file as it was given. */
  readonly path: string
  /** The bytes of the picture in base64. */
  readonly base64: string
  /** Media type of the picture, such as `image/png`. */
  readonly mediaType: string
  /** Width of the returned picture in pixels. */
  readonly width: number
  /** Height of the returned picture in pixels. */
  readonly height: number
  /** Width of the picture in the file, in pixels. */
  readonly originalWidth: number
  /** Height of the picture in the file, in pixels. */
  readonly originalHeight: number
}

/** A Jupyter notebook. */
export interface FileNotebook {
  /** The file is a notebook. */
  readonly type: 'notebook'
  /** Path of the file as it was given. */
  readonly path: string
  /** The programming language of the notebook, if it names one. */
  readonly language?: string | undefined
  /** The cells in their order. */
  readonly cells: readonly NotebookCell[]
}

/** Pages of a PDF document. A single page also comes as a picture. */
export interface FilePdf {
  /** The file is a PDF document. */
  readonly type: 'pdf'
  /** Path of the file as it was given. */
  readonly path: string
  /** Number of pages of the document. */
  readonly totalPages: number
  /** The requested pages in their order. */
  readonly pages: readonly PdfPage[]
  /** The page as a PNG, if one page was requested or the document has only one. */
  readonly base64?: string | undefined
  /** Media type of the picture in `base64`. */
  readonly mediaType?: string | undefined
}

/** A page of a PDF document. */
export interface PdfPage {
  /** Number of the page, counted from 1. */
  readonly page: number
  /** The width of the displayed page in points. */
  readonly width: number
  /** The height of the displayed page in points. */
  readonly height: number
  /** The text in the order of the document; empty for a page that is only an image. */
  readonly text: string
}

/** A cell of a notebook. */
export interface NotebookCell {
  /** Number of the cell, counted from 0. */
  readonly cellNumber: number
  /** Id of the cell, in notebooks whose cells have one. */
  readonly cellId?: string | undefined
  /** Type of the cell: `code`, `markdown` or `raw`. */
  readonly cellType: string
  /** The source of the cell. */
  readonly source: string
  /** The number that the last run of the cell had. Absent if it was not run. */
  readonly executionCount?: number | undefined
  /** The output of the last run of the cell. */
  readonly outputs?: readonly NotebookOutput[] | undefined
}

/** An output of a cell. */
export interface NotebookOutput {
  /** Type of the output, such as `stream` or `execute_result`. */
  readonly outputType: string
  /** The output as text. */
  readonly text?: string | undefined
  /** The pictures of the output, in base64. */
  readonly images?: readonly { readonly mediaType: string; readonly base64: string }[] | undefined
}

/** Notes on a search: the number of entries it left out, and the reasons if it is incomplete. */
export interface SearchNotes extends FileAnswered {
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
}

/** A file or folder that a search could not read completely. */
export interface SearchTrouble {
  /** The reason, as `partial` has it. */
  readonly reason: string
  /** Path of the file or folder. */
  readonly path: string
  /** The message of the system. */
  readonly message: string
}

/** The files that were found, or the refusal. */
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

/** The files and lines that were found, or the refusal. */
export type FileGrepResult = FileResult<
  SearchNotes & {
    /** The kind of answer, as it was requested. */
    readonly outputMode: 'files_with_matches' | 'content' | 'count'
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

/** A line that a search found, or one around it. */
export interface GrepLine {
  /** Path of the file, as in `paths`. */
  readonly path: string
  /** Number of the line, counted from 1. */
  readonly line: number
  /** The text of the line, or the matching part of it. */
  readonly text: string
  /** True for a line of context, which is not a match. */
  readonly isContext?: true | undefined
}

/** The tree of a folder, or the refusal. */
export type FileTreeResult = FileResult<
  SearchNotes & {
    /** The tree, as the model sees it. */
    readonly tree: string
    /** Number of entries in the tree. */
    readonly count: number
  }
>
