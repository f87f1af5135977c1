// Undo for whatever happens in the folders: commands of a shell, other programs, a host's own tools.

import type { FileChange } from './changes.js'
import type { CallOptions, Refused, Warning } from './common.js'
import type { FileFailure } from './errors.js'

/** Options of {@link Workspace.snapshot}. */
export interface SnapshotOptions extends CallOptions {
  /** The command, in words: the line of the history. */
  message?: string | undefined
  /** Cover ignored folders as well, such as `node_modules`. Default `false`. */
  includeIgnored?: boolean | undefined
  /** The largest file whose contents are kept, in bytes; larger ones are named in the result. Default 256 MiB. */
  maxFileBytes?: number | undefined
  /** The largest size of the store of old contents, in bytes; the oldest commands go first. Default 2 GiB. */
  maxBytes?: number | undefined
  /** A name of your own by which {@link Workspace.adopt} finds the snapshot, also in another process. */
  key?: string | undefined
}

/** Options of {@link Workspace.adopt}. */
export interface AdoptOptions extends CallOptions {
  /** The id that {@link Workspace.snapshot} returned. */
  guard?: string | undefined
  /** The name that the snapshot was given. Without both it is the oldest that was not adopted. */
  key?: string | undefined
  /** The line of the history, in place of that of the snapshot. */
  message?: string | undefined
  /** The exit code of the command, for the history. */
  exitCode?: number | undefined
}

/** Options of {@link Workspace.guard}. */
export interface GuardOptions extends Omit<SnapshotOptions, 'key'> {
  /**
   * Decides whether the changes stay: a command that ends with 0, or a function that answers anything but `false` and does
   * not throw. Otherwise all is reverted.
   */
  check?: string | readonly string[] | (() => unknown) | undefined
  /** The folder in which commands run. Default: the first root. */
  cwd?: string | undefined
  /** The environment of commands. Default: that of this process. */
  env?: { readonly [name: string]: string | undefined } | undefined
  /** Where the output of commands goes: to that of this process, or nowhere. Default `inherit`. */
  stdio?: 'inherit' | 'ignore' | undefined
}

/** Something that a guard does not cover: it is neither kept nor restored. */
export interface NotCovered {
  readonly path: string
  readonly reason: 'socket' | 'device' | 'too_large' | 'unreadable' | 'other_file_system'
  /** True where the command changed it. */
  readonly changed: boolean
}

/** A snapshot that was taken. */
export type SnapshotResult =
  | {
      readonly ok: true
      readonly status: 'ok'
      /** The id, for {@link Workspace.adopt}. */
      readonly guard: string
      /** How many files there are, and their bytes. */
      readonly files: number
      readonly byteLength: number
      /** How many of them were read, because they are new or changed since the last snapshot. */
      readonly read: number
      /** Size of the store of old contents. */
      readonly storeBytes: number
      readonly notCovered: readonly NotCovered[]
      readonly moreNotCovered?: number | undefined
      readonly warnings: readonly Warning[]
    }
  | Refused<FileFailure>

/** The changes of a command. */
export interface Guarded {
  /** Id of the guard or snapshot. */
  readonly guard: string
  /** The files, links and folders that changed, at most 1,000. */
  readonly files: readonly FileChange[]
  readonly moreFiles?: number | undefined
  readonly addedLines?: number | undefined
  readonly removedLines?: number | undefined
  readonly addedBytes?: number | undefined
  readonly removedBytes?: number | undefined
  /** Ignored folders that changed and are not covered. */
  readonly ignored: readonly string[]
  /** Paths that are not covered, those that changed first; at most 20. */
  readonly notCovered: readonly NotCovered[]
  readonly moreNotCovered?: number | undefined
  /** Commands of other snapshots that were under way: what they changed may be in this commit. */
  readonly beside: readonly string[]
  /** Commits of these tools meanwhile. Their changes are theirs, and not in this commit. */
  readonly others: readonly string[]
  readonly warnings: readonly Warning[]
}

/** The changes since a snapshot; `unchanged` where there are none, and the history has no entry. */
export type AdoptResult =
  | (Guarded & { readonly ok: true; readonly status: 'committed'; readonly commitId: string })
  | (Guarded & { readonly ok: true; readonly status: 'unchanged' })
  | Refused<FileFailure>

/** How a command ended that was guarded. */
export interface CommandEnd {
  /** Exit code of the command; 128 and the number of the signal where one ended it. */
  readonly exitCode: number
}

/** The result of {@link Workspace.guard}. `Value` is what the function returned, or a {@link CommandEnd}. */
export type GuardResult<Value> =
  | (Guarded & { readonly ok: true; readonly status: 'committed'; readonly commitId: string; readonly value: Value })
  | (Guarded & { readonly ok: true; readonly status: 'unchanged'; readonly value: Value })
  | (Guarded & {
      /** The check did not pass: everything is as before. `redo` with the id makes the change again. */
      readonly status: 'reverted'
      readonly ok: false
      /** Absent where nothing had changed. */
      readonly commitId?: string | undefined
      readonly value: Value
      readonly error: FileFailure
    })
  | Refused<FileFailure>
