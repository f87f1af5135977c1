// Errors: what a program may branch on, and what it may show.

/** The stable name of a failure: what a program may branch on. */
export type ErrorKind =
  // The script's own doing.
  | 'syntax'
  | 'reference'
  | 'type'
  | 'range'
  | 'thrown'
  | 'scene'
  | 'module'
  | 'promise'
  | 'invariant'
  // A limit was reached.
  | 'timeout'
  | 'memory'
  | 'stack'
  | 'entities'
  | 'modules'
  | 'source_size'
  // The caller changed its mind.
  | 'cancelled'
  // Ours: the child process failed in a way that is to be reported.
  | 'runner'
  // A tool refused before anything ran.
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
  | 'ignored_path'
  | 'notebook'
  | 'parent_missing'
  | 'create_needs_empty'
  | 'placeholder'
  | 'unreadable'
  | 'not_permitted'
  | 'hook_failed'
  | 'builtin_module'
  | 'outside_workspace'
  | 'binary_file'
  | 'unsupported_encoding'
  | 'too_large'
  | 'not_ready'
  | 'conflict'
  | 'verify_failed'
  | 'io'
  | 'closed'
  | 'internal'

/** A failure: its kind, its place, and the remedy. */
export interface ErrorDetails {
  readonly kind: ErrorKind
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

/** Why a file tool refused. `docs/errors.md` lists every kind and code, and what to do. */
export interface FileError extends ErrorDetails {
  /** The number that clients of these tools know, where there is one. */
  readonly errorCode?: number | undefined
  /** The next step, as `docs/errors.md` has it for the kind. */
  readonly whatToDo?: string | undefined
  /** Whatever else is known, under the names of the tool's wire. */
  readonly meta?: { readonly [name: string]: unknown } | undefined
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
export type ErrorCode =
  | 'closed'
  | 'invalid_input'
  | 'internal'
  | 'unsupported_platform'
  | 'native_missing'
  | 'native_load_failed'
  | 'runner_missing'
