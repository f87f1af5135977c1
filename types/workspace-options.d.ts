// Options of a workspace, and the functions of the host among them.
import type { OldAndNewText } from './common.js'
import type { Binaries, FileUrl } from './environment.js'
import type { FileErrorCode } from './errors.js'
import type { FileToolName } from './tools.js'

/** The folders of a workspace, what its tools may do there, and the functions of the host. */
export interface WorkspaceOptions {
  /** The folder, which must exist. Give this or `roots`. */
  root?: string | FileUrl | undefined
  /** Several folders, none inside another. Relative paths are beneath the first. */
  roots?: readonly (string | FileUrl)[] | undefined
  /**
   * The folder for the journal and the history, in which a folder is named after the roots. It is created by the
   * first transaction.
   *
   * 1. this option
   * 2. `.scenewright` in the only root, where that is a scene project, or one is open on it in this process: its commits and those
   *    of the workspace are one history. In a new folder, open the project before the workspace
   * 3. the environment variable `SCENEWRIGHT_STATE_DIR`
   * 4. `$XDG_STATE_HOME/scenewright` or `~/.local/state/scenewright`; `~/Library/Application Support/scenewright` on
   *    macOS; `%LOCALAPPDATA%\scenewright` on Windows
   */
  historyDir?: string | FileUrl | undefined
  /** `fsync` (default) survives a power cut; `fast` does not wait for the disk. */
  durability?: 'fsync' | 'fast' | undefined
  /**
   * The largest size of the journal with the old contents, in bytes; the oldest are forgotten first. At least 64 KiB. Default 64
   * MiB.
   */
  historyBytes?: number | undefined
  /** Bounds of files and searches. */
  limits?:
    | {
        /** Larger files are refused (`too_large`), in bytes. At most 1 GiB. Default 64 MiB. */
        fileBytes?: number | undefined
        /**
         * Time limit of a search in milliseconds. A search that takes longer returns what it has found, and reports that.
         * Default 30,000.
         */
        searchMs?: number | undefined
      }
    | undefined
  /**
   * The native binaries, for when they are not found automatically. Default: the binaries that the environment names, otherwise those of the
   * package.
   */
  binaries?: Binaries | undefined
  /** The treatment of an edit of a file that was not read in this session, or has changed since. Default `require`: refuse it. */
  readFirst?: 'require' | 'warn' | 'off' | undefined
  /**
   * Gives each line that Read and Grep show an anchor, its number and a hash of its text (`12:k3f2`), and lets Edit and
   * MultiEdit take `anchor` (`12:k3f2`, or `12:k3f2-15:9xq0`) in place of `old_string`. An anchor of a changed line is
   * refused, with the current lines; an anchor of a moved line is found if the line is unique. Default `false`.
   */
  anchors?: boolean | undefined
  /**
   * Folders and files that the tools leave alone, in the syntax of `.gitignore`, beneath every root: searches skip them,
   * and they cannot be changed, neither by name nor through a link. They can be read by name.
   */
  ignore?: readonly string[] | undefined
  /**
   * Ignored folders and files that Edit, MultiEdit and Write may change, in the syntax of `.gitignore`, beneath every root:
   * for example a folder of private notes that git should not see. Files that the option `ignore` names stay protected.
   * Default none.
   */
  allowIgnored?: readonly string[] | undefined
  /**
   * Exceptions: protected files that may be written, in the syntax of `.gitignore`, beneath every root. By default
   * nothing in a folder called `.git` or `.scenewright` can be written, nor a file with such a name.
   */
  allowWrite?: readonly string[] | undefined
  /**
   * Files and folders that are neither read nor listed, searched or changed, in the syntax of `.gitignore`, beneath every
   * root: `['.env', '*.pem', '/secrets/']`. Letter case is ignored. Refusals name the rule. Default none.
   */
  deny?: readonly string[] | undefined
  /** Allow changes only in the files that `allowWrite` names. Default `false`. */
  readOnly?: boolean | undefined
  /** Apply the `.gitignore` files of the folders. Default `true`. */
  gitignore?: boolean | undefined
  /**
   * Apply the user's own excludes after the `.gitignore` files: `true` uses git's file (`core.excludesFile` in git's
   * configuration and the files that it includes, otherwise `git/ignore` in `$XDG_CONFIG_HOME` or `~/.config`), a
   * text is the path of another one. Default `false`.
   */
  globalGitignore?: boolean | string | undefined
  /** The text that {@link Workspace.exportSession} returned, to continue that session. */
  session?: string | undefined
  /**
   * Called for every change of a single file before anything is written. It returns `proceed`, `cancel`, or a
   * text to write instead. The change is refused if it throws, or returns anything else.
   */
  confirm?: ((request: ConfirmRequest) => ConfirmAnswer | Promise<ConfirmAnswer>) | undefined
  /** May repair an edit whose old text was not found. The repaired edit must match exactly, and as often as requested. */
  correct?: ((request: CorrectRequest) => CorrectAnswer | Promise<CorrectAnswer>) | undefined
  /**
   * Decides whether a tool may touch a path. It is also called for each file that a search or a listing would show, and
   * for those of transactions; refused files are left out and counted (`skipped.not_permitted`). An exception counts as a
   * refusal.
   */
  permission?: ((request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>) | undefined
  /** Called after every call of a tool. An exception that it throws becomes a process warning. */
  onCall?: ((record: CallRecord) => void | Promise<void>) | undefined
}

/** Options of {@link Workspace.session}. Default of each but `session`: as the workspace was opened. */
export interface WorkspaceSessionOptions
  extends Pick<WorkspaceOptions, 'readFirst' | 'confirm' | 'correct' | 'permission' | 'onCall'> {
  /** The text that {@link Workspace.exportSession} returned. Default: a session that has read nothing. */
  session?: string | undefined
}

/** A proposed change, for {@link WorkspaceOptions.confirm}. */
export interface ConfirmRequest {
  /** The wire name of the tool. */
  readonly tool: FileToolName
  /** Absolute path of the file. */
  readonly path: string
  /** The whole text before; `null` for a new file. */
  readonly oldText: string | null
  /** The whole text after. */
  readonly newText: string
  /** The change as a unified diff. */
  readonly diff: string
  /** True if the diff leaves out some of the changes, as in {@link PatchedFile}. */
  readonly truncated?: true | undefined
  /** Number of lines that would be added. */
  readonly addedLines: number
  /** Number of lines that would be removed. */
  readonly removedLines: number
}

/** `proceed` or true, `cancel` or false, or the text to write instead. */
export type ConfirmAnswer = 'proceed' | 'cancel' | boolean | { readonly newText: string }

/** An edit whose old text was not found, for {@link WorkspaceOptions.correct}. */
export interface CorrectRequest {
  /** The wire name of the tool. */
  readonly tool: FileToolName
  /** Absolute path of the file. */
  readonly path: string
  /** The text that was not found. */
  readonly oldText: string
  /** The text that was to replace it. */
  readonly newText: string
  /** The text of the file after the previous edits. */
  readonly text: string
  /** The most similar place, and how it differs. */
  readonly diagnosis: string | null
  /** Number of the edit in a MultiEdit, from 1; `null` otherwise. */
  readonly editNumber: number | null
  /** True if every occurrence was to be replaced. */
  readonly replaceAll: boolean
  /** The number of occurrences that the edit demanded; `null` without one. */
  readonly expectedReplacements: number | null
}

/** The texts of the repaired edit, both of which may differ from the given ones; nothing if it cannot be repaired. */
export type CorrectAnswer = Readonly<OldAndNewText> | null | undefined | void

/** An access to decide on, for {@link WorkspaceOptions.permission}. */
export interface PermissionRequest {
  /** `transaction` for what the body of a transaction does, `merge` for a merge of a fork; `Undo` also for {@link Workspace.undo} and `redo`. */
  readonly tool: FileToolName | 'transaction' | 'merge'
  /** Absolute path, with links followed. */
  readonly path: string
  /** The access that the tool wants. */
  readonly access: 'read' | 'write'
}

/** `true` permits the access; `false` or a reason refuses it. */
export type PermissionAnswer = boolean | { readonly reason: string }

/** The record of a call that {@link WorkspaceOptions.onCall} receives. */
export interface CallRecord {
  /** The wire name of the tool. */
  readonly tool: FileToolName
  /** False for a refusal. */
  readonly ok: boolean
  /** How the call ended. */
  readonly status: 'ok' | 'committed' | 'refused'
  /** The code of the refusal. */
  readonly code?: FileErrorCode | undefined
  /** The file or folder that the call was about, absolute. Absent if none was given. */
  readonly path?: string | undefined
  /**
   * The change that was made, or requested in a refused call, where `updated` may stand for a creation. Absent for a tool that
   * changes nothing.
   */
  readonly change?: 'created' | 'updated' | undefined
  /** True if the host's `confirm` replaced the proposed text by another. */
  readonly modifiedByUser?: true | undefined
  /** Duration of the call in milliseconds. */
  readonly durationMs: number
  /** Number of bytes read or written. */
  readonly byteLength: number
  /** Number of lines added. */
  readonly addedLines: number
  /** Number of lines removed. */
  readonly removedLines: number
}
