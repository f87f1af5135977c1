// Forks: copies of the folders in which something is tried, and merged or discarded.

import type { FileChange } from './changes.js'
import type { CallOptions, Refused, Warning } from './common.js'
import type { FileFailure } from './errors.js'

/** Options of {@link Workspace.fork}. */
export interface ForkOptions extends CallOptions {
  /** Purpose of the fork, in words. It is in the list of forks and in the message of a merge. */
  message?: string | undefined
  /**
   * The folder of the fork, which must not exist. Default: a folder beside the history. Blocks are shared where it is on the
   * file system of the workspace, and that file system shares blocks.
   */
  dir?: string | undefined
  /** Copy ignored folders as well, such as `node_modules`, and merge what changed in them. Default `false`. */
  includeIgnored?: boolean | undefined
  /** The largest file that is copied, in bytes; larger ones are named in the result. Default 256 MiB. */
  maxFileBytes?: number | undefined
}

/** A fork: a copy of the roots that is a workspace of its own. */
export interface Fork {
  readonly name: string
  /** The first root of the fork: `Workspace.open({ root: fork.root })` works there. */
  readonly root: string
  /** One folder for each root of the workspace. */
  readonly roots: readonly string[]
  /** When it was made, in milliseconds since 1970 UTC. */
  readonly madeAt: number
  readonly message?: string | undefined
  /** True where ignored folders were copied. */
  readonly includesIgnored: boolean
  /** True where its files share their blocks with the originals. */
  readonly sharesBlocks: boolean
  /** Ids of the commits that merged it and are not undone. */
  readonly merged: readonly string[]
}

/** Something that a fork has no copy of. `repository_elsewhere` is a `.git` file that leads out of the roots. */
export interface NotCopied {
  readonly path: string
  readonly reason:
    | 'ignored'
    | 'repository_elsewhere'
    | 'socket'
    | 'device'
    | 'too_large'
    | 'unreadable'
    | 'other_file_system'
}

/** The result of {@link Workspace.fork}. */
export type ForkResult =
  | {
      readonly ok: true
      readonly status: 'ok'
      readonly fork: Fork
      /** How many files were copied, and their bytes. */
      readonly files: number
      readonly byteLength: number
      /** Paths that were not copied, at most 20. */
      readonly leftOut: readonly NotCopied[]
      readonly moreLeftOut?: number | undefined
      readonly warnings: readonly Warning[]
    }
  | Refused<FileFailure>

/** The result of {@link Workspace.forks}, the oldest fork first. */
export type ForksResult =
  | { readonly ok: true; readonly status: 'ok'; readonly forks: readonly Fork[]; readonly warnings: readonly Warning[] }
  | Refused<FileFailure>

/** Options of {@link Workspace.merge}. */
export interface MergeOptions extends CallOptions {
  /**
   * How to decide where the workspace changed as well since the fork was made. Default `hunks`.
   *
   * - `hunks`: files that both changed are merged by hunks; lines that both changed are conflicts.
   * - `first`: refuse if the workspace changed at all. Of several forks the first that is merged wins.
   * - `fork`: as `hunks`, and where both changed the same thing, the fork wins.
   * - `workspace`: as `hunks`, and where both changed the same thing, the workspace wins.
   */
  strategy?: 'hunks' | 'first' | 'fork' | 'workspace' | undefined
  /** The line of the history. Default: the name of the fork and its message. */
  message?: string | undefined
  /**
   * Decides whether the merge stays: a command that ends with 0, or a function that answers anything but `false` and does
   * not throw. Otherwise it is reverted.
   */
  check?: string | readonly string[] | (() => unknown) | undefined
  /** Discard the fork, or all forks, when it is merged. Default `none`. */
  discard?: 'none' | 'fork' | 'all' | undefined
  /** Write nothing; return the diff and the conflicts. Default `false`. */
  dryRun?: boolean | undefined
}

/** A path that cannot be merged. */
export interface MergeConflict {
  readonly path: string
  /**
   * - `lines`: both changed the same lines, or neighbouring ones.
   * - `contents`: both changed a file that is no text, or whose encoding differs.
   * - `deleted_here`, `deleted_in_fork`: one side deleted what the other changed.
   * - `both_created`, `renamed`, `target`, `mode`, `kind`: both did it, differently.
   * - `not_covered`: the workspace leaves it out.
   * - `changed_here`: the workspace changed it; only with the strategy `first`.
   */
  readonly reason:
    | 'lines'
    | 'contents'
    | 'deleted_here'
    | 'deleted_in_fork'
    | 'both_created'
    | 'kind'
    | 'target'
    | 'mode'
    | 'renamed'
    | 'not_covered'
    | 'changed_here'
  /** The first of the lines in the workspace, counted from 1. */
  readonly line?: number | undefined
  /** The first of the lines in the fork, counted from 1. */
  readonly forkLine?: number | undefined
}

/** The changes of a merge, made or proposed. */
export interface Merged {
  /** Name of the fork. */
  readonly fork: string
  /** The files, links and folders that change, at most 1,000. A renamed file is listed as deleted and created. */
  readonly files: readonly FileChange[]
  readonly moreFiles?: number | undefined
  /** Paths that the fork changed and that are not merged, at most 20: repositories (`.git`), and what is not covered. */
  readonly leftOut: readonly string[]
  /** Names of the forks that were discarded. */
  readonly discarded: readonly string[]
  readonly warnings: readonly Warning[]
}

/** The conflicts of a merge, at most 100. */
export interface MergeConflicts {
  readonly conflicts: readonly MergeConflict[]
  readonly moreConflicts?: number | undefined
}

/** The result of {@link Workspace.merge}. */
export type MergeResult =
  | (Merged & { readonly ok: true; readonly status: 'committed'; readonly commitId: string })
  /** The workspace has everything already. */
  | (Merged & { readonly ok: true; readonly status: 'unchanged' })
  /** Of `dryRun`: nothing was written. */
  | (Merged &
      MergeConflicts & {
        readonly ok: true
        readonly status: 'ok'
        /** The change as unified diffs, at most 256 KiB. */
        readonly diff: string
        readonly truncated?: true | undefined
      })
  /** The check did not pass: everything is as before. */
  | (Merged & {
      readonly ok: false
      readonly status: 'reverted'
      readonly commitId: string
      readonly error: FileFailure
    })
  /** There are conflicts, and nothing was written; without `conflicts` it was refused for another reason. */
  | (Refused<FileFailure> & Partial<MergeConflicts>)

/** Options of {@link Workspace.discard}. */
export interface DiscardOptions extends CallOptions {
  /** Discard the fork although a command is guarded in it. Default `false`. */
  force?: boolean | undefined
}

/** The result of {@link Workspace.discard}. */
export type DiscardResult =
  | { readonly ok: true; readonly status: 'ok'; readonly name: string; readonly warnings: readonly Warning[] }
  | Refused<FileFailure>
