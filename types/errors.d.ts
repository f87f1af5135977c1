// Errors: what a program may branch on, and what it may show.

/** Kinds of failures, for a switch that leaves none out. */
export type FailureGroup =
  /** The script's own doing: it does not parse, throws, or draws what there cannot be. */
  | 'script'
  /** A limit was reached. */
  | 'limit'
  /** The call was refused before anything ran. */
  | 'refusal'
  /** The caller changed its mind. */
  | 'cancelled'
  /** A fault of ours that is to be reported. */
  | 'internal'

/** Codes of the failures of a script, all of group `script`. */
export type ScriptErrorCode =
  | 'syntax'
  | 'reference'
  | 'type'
  | 'range'
  | 'thrown'
  | 'scene'
  | 'module'
  | 'promise'
  | 'invariant'

/** Codes of limits, all of group `limit`. */
export type LimitErrorCode = 'timeout' | 'memory' | 'stack' | 'entities' | 'modules' | 'source_size'

/** Codes that both classes have. */
export type CommonErrorCode =
  | 'cancelled'
  | 'closed'
  | 'internal'
  | 'io'
  | 'invalid_input'
  | 'invalid_name'
  | 'not_found'
  | 'no_match'
  | 'no_change'
  | 'count_mismatch'
  | 'ambiguous_match'
  | 'not_read'
  | 'stale_read'
  | 'already_exists'
  | 'parent_missing'
  | 'create_needs_empty'
  | 'placeholder'
  | 'unreadable'
  | 'binary_file'
  | 'unsupported_encoding'
  | 'too_large'
  | 'conflict'

/** The stable name of a failure of a project: what a program may branch on. New codes may be added; `group` is closed. */
export type SceneErrorCode =
  | ScriptErrorCode
  | LimitErrorCode
  | CommonErrorCode
  | 'runner'
  | 'builtin_module'
  | 'not_ready'
  | (string & {})

/** The stable name of a failure of a workspace: what a program may branch on. New codes may be added; `group` is closed. */
export type FileErrorCode =
  | CommonErrorCode
  | 'ignored_path'
  | 'notebook'
  | 'not_permitted'
  | 'hook_failed'
  | 'outside_workspace'
  | 'verify_failed'
  | (string & {})

/** Why a call of a project failed: its code, its place, and the remedy. */
export interface SceneFailure {
  readonly code: SceneErrorCode
  readonly group: FailureGroup
  /** One or more sentences for a person or a model. */
  readonly message: string
  /** The project file that the failure is in: `main` or the name of a module. */
  readonly file?: string | undefined
  /** Line in the file, counted from 1. */
  readonly line?: number | undefined
  /** Column in the line, counted from 1 in UTF-16 code units. */
  readonly column?: number | undefined
  /** The source line with a caret under the place. */
  readonly frame?: string | undefined
  /** The script's own call stack, innermost first, one call a line. */
  readonly stack?: string | undefined
  /** The next step that resolves it. */
  readonly hint?: string | undefined
}

/** Why a call of a workspace failed. `docs/errors.md` lists every code, and what to do. */
export interface FileFailure {
  readonly code: FileErrorCode
  readonly group: FailureGroup
  /** One or more sentences for a person or a model. */
  readonly message: string
  /** The file that the failure is in, as it was given. */
  readonly path?: string | undefined
  /** Line in the file, counted from 1. */
  readonly line?: number | undefined
  /** Column in the line, counted from 1 in UTF-16 code units. */
  readonly column?: number | undefined
  /** The lines around the place. */
  readonly frame?: string | undefined
  /** The next step that resolves it. */
  readonly hint?: string | undefined
  /** The number that clients of the file tools know, where there is one. */
  readonly wireCode?: number | undefined
  /** Further facts, where they are known. */
  readonly details?: FileFailureDetails | undefined
}

/** Facts about a failure of a workspace, where they are known. */
export interface FileFailureDetails {
  /** Absolute path of the file. */
  readonly path?: string | undefined
  /** The file's time of modification in milliseconds since 1970 UTC; `null` when it is gone. */
  readonly modifiedAt?: number | null | undefined
  /** When this session read the file, in milliseconds since 1970 UTC; `null` when it did not. */
  readonly readAt?: number | null | undefined
  /** Which edit of several, from 1. */
  readonly editIndex?: number | undefined
  /** The text that was to be replaced. */
  readonly oldText?: string | undefined
  /** Size of the file in bytes. */
  readonly byteLength?: number | undefined
}

/**
 * Why a {@link ScenewrightError} was thrown:
 *
 * - `closed`: the project was closed before the call.
 * - `invalid_input`: options or arguments that no call can be made of.
 * - `internal`: a fault of ours that a guard caught; please report it.
 * - `unsupported_platform`, `native_missing`, `native_load_failed`, `runner_missing`: the native half cannot be
 *   used. The message says which platform, which file was looked for where, and which command to run.
 */
export type ScenewrightErrorCode =
  | 'closed'
  | 'invalid_input'
  | 'internal'
  | 'unsupported_platform'
  | 'native_missing'
  | 'native_load_failed'
  | 'runner_missing'
