// Undo for whatever happens in the folders: commands of a shell, other programs, a host's own tools.

import type { FileChange } from './changes.js'
import type { BaseOption, CallOptions, Refused, Warning } from './common.js'
import type { FileFailure } from './errors.js'

/** Options of {@link Workspace.snapshot}. */
export interface SnapshotOptions extends CallOptions {
  /** A description of the command, shown in the history. */
  message?: string | undefined
  /** Include ignored folders, such as `node_modules`. Default `false`. */
  includeIgnored?: boolean | undefined
  /** The largest file whose contents are kept, in bytes; larger ones are named in the result. Default 256 MiB. */
  maxFileBytes?: number | undefined
  /** The largest size of the store of old contents, in bytes; the oldest commands are forgotten first. Default 2 GiB. */
  maxBytes?: number | undefined
  /** A name of your own by which {@link Workspace.adopt} finds the snapshot, also in another process. */
  key?: string | undefined
}

/** Options of {@link Workspace.adopt}. */
export interface AdoptOptions extends CallOptions {
  /** The `guardId` that {@link Workspace.snapshot} returned. */
  guardId?: string | undefined
  /** The `key` of the snapshot. Without `guardId` and `key`, the oldest snapshot that was not adopted is used. */
  key?: string | undefined
  /** The message in the history, in place of the snapshot's. */
  message?: string | undefined
  /** The exit code of the command, for the history. */
  exitCode?: number | undefined
}

/** Options of {@link Workspace.guard}. */
export interface GuardOptions extends Omit<SnapshotOptions, 'key'>, BaseOption {
  /**
   * Run the command in an overlay: nothing in the folders changes until it has ended, and then all of it at once. Linux only; refused
   * with the reason where the kernel does not let this user make one. Not for functions. Default `false`.
   */
  overlay?: boolean | undefined
  /**
   * Decides whether the changes stay: a command must exit with 0; a function must not throw, nor return `false`. Otherwise
   * everything is reverted.
   */
  check?: string | readonly string[] | (() => unknown) | undefined
  /** The folder in which commands run. Default: the first root. */
  cwd?: string | undefined
  /** The environment of commands. Default: the environment of this process. */
  env?: { readonly [name: string]: string | undefined } | undefined
  /** Destination of the commands' output: this process's output (`inherit`, the default), or none. */
  stdio?: 'inherit' | 'ignore' | undefined
}

/** A file that a guard does not cover: it is neither kept nor restored. */
export interface NotCovered {
  /** Path of what is not covered. */
  readonly path: string
  /** The reason why it is not covered. */
  readonly reason: 'socket' | 'device' | 'too_large' | 'unreadable' | 'other_file_system'
  /** True if the command changed it. */
  readonly changed: boolean
}

/** The result of {@link Workspace.snapshot}. */
export type SnapshotResult =
  | {
      /** Always true: the call succeeded. */
      readonly ok: true
      /** Always `ok`: the snapshot is taken, and the files are as they were. */
      readonly status: 'ok'
      /** The id, for {@link Workspace.adopt}. */
      readonly guardId: string
      /** Number of files covered. */
      readonly fileCount: number
      /** Size of the covered files in bytes. */
      readonly byteLength: number
      /** Number of files that were read, because they are new or changed since the last snapshot. */
      readonly readCount: number
      /** Size of the store of old contents in bytes. */
      readonly storeByteLength: number
      /** Paths that are not covered, at most 20. */
      readonly notCovered: readonly NotCovered[]
      /** Number of further paths that are not covered. */
      readonly moreNotCovered?: number | undefined
      /** Things that succeeded but deserve a look. */
      readonly warnings: readonly Warning[]
    }
  | Refused<FileFailure>

/** The changes of a command. */
export interface Guarded {
  /** Id of the guard or snapshot. */
  readonly guardId: string
  /** The files, links and folders that changed, at most 1,000. */
  readonly files: readonly FileChange[]
  /** Number of files beyond the first 1,000. */
  readonly moreFiles?: number | undefined
  /** Number of lines that were added. */
  readonly addedLines?: number | undefined
  /** Number of lines that were removed. */
  readonly removedLines?: number | undefined
  /** Number of bytes that were added. */
  readonly addedBytes?: number | undefined
  /** Number of bytes that were removed. */
  readonly removedBytes?: number | undefined
  /** Ignored folders that changed and are not covered. */
  readonly ignored: readonly string[]
  /** Paths that are not covered, changed ones first; at most 20. */
  readonly notCovered: readonly NotCovered[]
  /** Number of further paths that are not covered. */
  readonly moreNotCovered?: number | undefined
  /** Messages of other commands that were running: their changes may be in this commit. */
  readonly beside: readonly string[]
  /** Ids of commits that our tools made meanwhile. Their changes are not part of this commit. */
  readonly otherCommitIds: readonly string[]
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
}

/** The changes since a snapshot; `unchanged` if there are none, without an entry in the history. */
export type AdoptResult =
  | (Guarded & { readonly ok: true; readonly status: 'committed'; readonly commitId: string })
  | (Guarded & { readonly ok: true; readonly status: 'unchanged' })
  | Refused<FileFailure>

/** The end of a guarded command. */
export interface CommandEnd {
  /** Exit code of the command; 128 plus the number of the signal if one ended it. */
  readonly exitCode: number
}

/** The result of {@link Workspace.guard}. `Value` is what the function returned, or a {@link CommandEnd}. */
export type GuardResult<Value> =
  | (Guarded & { readonly ok: true; readonly status: 'committed'; readonly commitId: string; readonly value: Value })
  | (Guarded & { readonly ok: true; readonly status: 'unchanged'; readonly value: Value })
  | (Guarded & {
      /** The check failed and everything was restored. `redo` with `commitId` makes the changes again. */
      readonly status: 'reverted'
      /** Always false: the call did not succeed. */
      readonly ok: false
      /** Id of the commit. Absent if nothing had changed, and after a guard in an overlay. */
      readonly commitId?: string | undefined
      /** The value that the function returned, or the end of the command. */
      readonly value: Value
      /** The check that did not pass. */
      readonly error: FileFailure
    })
  | Refused<FileFailure>
