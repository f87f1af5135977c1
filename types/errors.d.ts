// Errors: what a program may branch on, and what it may show.

/** Groups of failures, for an exhaustive switch. */
export type FailureGroup =
  /** A mistake in the script: it does not parse, throws, or draws an invalid shape. */
  | 'script'
  /** A limit was reached. */
  | 'limit'
  /** The call was refused before anything ran. */
  | 'refusal'
  /** The caller cancelled the call. */
  | 'cancelled'
  /** A bug of this package; please report it. */
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

/** Codes of failures of both classes. */
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

/** The stable name of a failure of a project. Programs may branch on it. New codes may be added; `group` is closed. */
export type SceneErrorCode =
  | ScriptErrorCode
  | LimitErrorCode
  | CommonErrorCode
  | 'runner'
  | 'builtin_module'
  | 'not_ready'
  | (string & {})

/** The stable name of a failure of a workspace. Programs may branch on it. New codes may be added; `group` is closed. */
export type FileErrorCode =
  | CommonErrorCode
  | 'ignored_path'
  | 'notebook'
  | 'not_permitted'
  | 'hook_failed'
  | 'outside_workspace'
  | 'verify_failed'
  | (string & {})

/** The reason why a call of a project failed: its code, its place, and the remedy. */
export interface SceneFailure {
  /** The stable name of the failure. */
  readonly code: SceneErrorCode
  /** The group of the code, for an exhaustive switch. */
  readonly group: FailureGroup
  /** One or more sentences for a person or a model. */
  readonly message: string
  /** The file with the failure: `main` or the name of a module. */
  readonly file?: string | undefined
  /** Line in the file, counted from 1. */
  readonly line?: number | undefined
  /** Column in the line, counted from 1 in UTF-16 code units. */
  readonly column?: number | undefined
  /** The source line with a caret under the place. */
  readonly frame?: string | undefined
  /** The call stack of the script, innermost first, one call per line. */
  readonly stack?: string | undefined
  /** The next step that resolves it. */
  readonly hint?: string | undefined
}

/** The reason why a call of a workspace failed. `docs/errors.md` lists every code and its remedy. */
export interface FileFailure {
  /** The stable name of the failure. */
  readonly code: FileErrorCode
  /** The group of the code, for an exhaustive switch. */
  readonly group: FailureGroup
  /** One or more sentences for a person or a model. */
  readonly message: string
  /** The file with the failure, as it was given. */
  readonly path?: string | undefined
  /** Line in the file, counted from 1. */
  readonly line?: number | undefined
  /** Column in the line, counted from 1 in UTF-16 code units. */
  readonly column?: number | undefined
  /** The lines around the place. */
  readonly frame?: string | undefined
  /** The next step that resolves it. */
  readonly hint?: string | undefined
  /** The numeric code for clients of the file tools, if there is one. */
  readonly wireCode?: number | undefined
  /** More facts, if they are known. */
  readonly details?: FileFailureDetails | undefined
}

/** Facts about a failure of a workspace, if they are known. */
export interface FileFailureDetails {
  /** Absolute path of the file. */
  readonly path?: string | undefined
  /** The file's time of modification in milliseconds since 1970 UTC; `null` if it is missing. */
  readonly modifiedAt?: number | null | undefined
  /** Time at which this session read the file, in milliseconds since 1970 UTC; `null` if it did not. */
  readonly readAt?: number | null | undefined
  /** Number of the edit among several, from 1. */
  readonly editNumber?: number | undefined
  /** The text that was to be replaced. */
  readonly oldText?: string | undefined
  /** Size of the file in bytes. */
  readonly byteLength?: number | undefined
}

/**
 * The reason for a {@link ScenewrightError}:
 *
 * - `closed`: the project was closed before the call.
 * - `invalid_input`: options or arguments of the wrong type.
 * - `internal`: a bug of this package; please report it.
 * - `unsupported_platform`, `native_missing`, `native_load_failed`, `runner_missing`: the native half cannot be
 *   used. The message says which platform, which file was looked for where, and which command to run.
 * - `cancelled`, `conflict`, `not_ready`: a sweep was stopped by its signal, the code changed on the way, or the project has no
 *   `main`.
 */
export type ScenewrightErrorCode =
  | 'cancelled'
  | 'conflict'
  | 'not_ready'
  | 'closed'
  | 'invalid_input'
  | 'internal'
  | 'unsupported_platform'
  | 'native_missing'
  | 'native_load_failed'
  | 'runner_missing'
