// Forks: copies of the folders in which something is tried, and merged or discarded.

import type { FileChange } from './changes.js'
import type { CallOptions, FileChangeOptions, Refused, Warning } from './common.js'
import type { FileFailure } from './errors.js'

/** Options of {@link Workspace.fork}. */
export interface ForkOptions extends CallOptions {
  /** Purpose of the fork, in words. It is in the list of forks and in the message of a merge. */
  message?: string | undefined
  /**
   * The folder of the fork, which must not exist. Default: a folder beside the history. Blocks are shared where it is on the
   * file system of the workspace, and that file system shares blocks.
   */
  forkDir?: string | undefined
  /** Copy ignored folders too, such as `node_modules`, and merge what changed in them. Default `false`. */
  includeIgnored?: boolean | undefined
  /** The largest file that is copied, in bytes; larger ones are named in the result. Default 256 MiB. */
  maxFileBytes?: number | undefined
}

/** A fork: a copy of the roots that is a workspace of its own. */
export interface Fork {
  /** The name by which the fork is merged and discarded. */
  readonly name: string
  /** The first root of the fork: `Workspace.open({ root: fork.root })` works there. */
  readonly root: string
  /** One folder for each root of the workspace. */
  readonly roots: readonly string[]
  /** Time at which the fork was made, in milliseconds since 1970 UTC. */
  readonly madeAt: number
  /** The purpose of the fork, as it was given. */
  readonly message?: string | undefined
  /** True if ignored folders were copied. */
  readonly includesIgnored: boolean
  /** True if the files of the fork share their blocks with the originals. */
  readonly sharesBlocks: boolean
  /** Ids of the commits that merged the fork and are not undone. */
  readonly mergedCommitIds: readonly string[]
}

/**
 * Something that a fork has no copy of, or no whole one: `repository_elsewhere` is a `.git` file that leads out of the roots, and
 * `attributes` a copy without its extended attributes or access lists, which the file system of the fork does not take.
 */
export interface NotCopied {
  /** Path of what was not copied, relative to its root. */
  readonly path: string
  /** The reason why it was not copied. */
  readonly reason:
    | 'ignored'
    | 'repository_elsewhere'
    | 'attributes'
    | 'socket'
    | 'device'
    | 'too_large'
    | 'unreadable'
    | 'other_file_system'
}

/** The result of {@link Workspace.fork}. */
export type ForkResult =
  | {
      /** Always true: the call succeeded. */
      readonly ok: true
      /** Always `ok`: the fork is made, and the workspace is as it was. */
      readonly status: 'ok'
      /** The fork that was made. */
      readonly fork: Fork
      /** Number of files that were copied. */
      readonly fileCount: number
      /** Size of the copied files in bytes. */
      readonly byteLength: number
      /** Paths that were not copied, at most 20. */
      readonly notCopied: readonly NotCopied[]
      /** Number of further paths that were not copied. */
      readonly moreNotCopied?: number | undefined
      /** Things that succeeded but deserve a look. */
      readonly warnings: readonly Warning[]
    }
  | Refused<FileFailure>

/** The result of {@link Workspace.forks}, the oldest fork first. */
export type ForksResult =
  | { readonly ok: true; readonly status: 'ok'; readonly forks: readonly Fork[]; readonly warnings: readonly Warning[] }
  | Refused<FileFailure>

/** Options of {@link Workspace.merge}. */
export interface MergeOptions extends FileChangeOptions {
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
  /** Path of the file, relative to the first root, or absolute. */
  readonly path: string
  /**
   * - `lines`: both changed the same lines, or neighbouring ones.
   * - `contents`: both changed a file that is no text, or whose encoding differs.
   * - `deleted_here`, `deleted_in_fork`: one side deleted what the other changed.
   * - `both_created`, `renamed`, `target`, `mode`, `attributes`, `kind`: both did it, differently.
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
    | 'attributes'
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
  readonly name: string
  /** The files, links and folders that change, at most 1,000. A renamed file is listed as deleted and created. */
  readonly files: readonly FileChange[]
  /** Number of files beyond the first 1,000. */
  readonly moreFiles?: number | undefined
  /** Paths that the fork changed and that are not merged, at most 20: repositories (`.git`), and what is not covered. */
  readonly notMerged: readonly string[]
  /** Names of the forks that were discarded. */
  readonly discarded: readonly string[]
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
}

/** The conflicts of a merge, at most 100. */
export interface MergeConflicts {
  /** The conflicts, at most 100. */
  readonly conflicts: readonly MergeConflict[]
  /** Number of conflicts beyond the first 100. */
  readonly moreConflicts?: number | undefined
}

/** The result of {@link Workspace.merge}. */
export type MergeResult =
  | (Merged & { readonly ok: true; readonly status: 'committed'; readonly commitId: string })
  /** The workspace already has every change of the fork. */
  | (Merged & { readonly ok: true; readonly status: 'unchanged' })
  /** The result of a dry run: nothing was written. */
  | (Merged &
      MergeConflicts & {
        /** Always true: the call succeeded. */
        readonly ok: true
        /** Always `ok`: the question is answered, and nothing was changed. */
        readonly status: 'ok'
        /** The change as unified diffs, at most 256 KiB. */
        readonly diff: string
        /** True if the diff leaves out some of the changes. */
        readonly truncated?: true | undefined
      })
  /** The check did not pass: everything is as before. */
  | (Merged & {
      /** Always false: the call did not succeed. */
      readonly ok: false
      /** Always `reverted`: the change was tried, failed, and left no trace. */
      readonly status: 'reverted'
      /** Id of the commit of the merge, for undo and redo. */
      readonly commitId: string
      /** The check that did not pass. */
      readonly error: FileFailure
    })
  /** There are conflicts, and nothing was written; without `conflicts` it was refused for another reason. */
  | (Refused<FileFailure> & Partial<MergeConflicts>)

/** Options of {@link Workspace.discard}. */
export interface DiscardOptions extends CallOptions {
  /** Discard the fork even while a guarded command runs in it. Default `false`. */
  force?: boolean | undefined
}

/** The result of {@link Workspace.discard}. */
export type DiscardResult =
  | { readonly ok: true; readonly status: 'ok'; readonly name: string; readonly warnings: readonly Warning[] }
  | Refused<FileFailure>
