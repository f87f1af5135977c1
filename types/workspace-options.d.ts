// Options of a workspace, and the functions of the host among them.
import type { OldAndNewText } from './common.js'
import type { Binaries, FileUrl } from './environment.js'
import type { FileErrorCode } from './errors.js'
import type { FileToolName } from './tools.js'

export interface WorkspaceOptions {
  /** The folder, which must exist. Give this or `roots`. */
  root?: string | FileUrl | undefined
  /** Several folders, none inside another. Relative paths are beneath the first. */
  roots?: readonly (string | FileUrl)[] | undefined
  /**
   * Where the journal and the history are kept, in a folder named by the roots; made when the first transaction is.
   *
   * 1. this option
   * 2. the environment variable `SCENEWRIGHT_STATE_DIR`
   * 3. `$XDG_STATE_HOME/scenewright` or `~/.local/state/scenewright`; `~/Library/Application Support/scenewright` on
   *    macOS; `%LOCALAPPDATA%\scenewright` on Windows
   */
  historyDir?: string | FileUrl | undefined
  /** `fsync` (default) survives a power cut; `fast` does not wait for the disk. */
  durability?: 'fsync' | 'fast' | undefined
  /** How large the journal with the old contents may be; the oldest go first. At least 64 KiB. Default 64 MiB. */
  historyBytes?: number | undefined
  limits?:
    | {
        /** Larger files are refused (`too_large`). At most 1 GiB. Default 64 MiB. */
        fileBytes?: number | undefined
        /**
         * Time limit of a search in milliseconds. A search that takes longer returns what it has and reports that. Default
         * 30,000.
         */
        searchMs?: number | undefined
      }
    | undefined
  /** The native half, where it is not found by itself. Default: that of the environment, else of the package. */
  binaries?: Binaries | undefined
  /** The treatment of a file that was not read in this session, or changed since. Default `require`: it is refused. */
  readFirst?: 'require' | 'warn' | 'off' | undefined
  /**
   * Gives each line that Read and Grep show an anchor, its number and a hash of its text (`12:k3f2`), and lets Edit and
   * MultiEdit take `anchor` (`12:k3f2`, or `12:k3f2-15:9xq0`) in place of `old_string`. An anchor of a line that has changed
   * is refused with the lines as they are now; one whose line has moved is found where it is unique. Default `false`.
   */
  anchors?: boolean | undefined
  /**
   * Folders and files that the tools leave alone, in the syntax of `.gitignore`, beneath every root: they are not found,
   * and not changed, neither by name nor through a link. They are read on request.
   */
  ignore?: readonly string[] | undefined
  /**
   * Ignored folders and files that Edit, MultiEdit and Write may change, in the syntax of `.gitignore`, beneath every root:
   * a folder of your own notes that git is not to see. What the option `ignore` names stays as it is. Default none.
   */
  allowIgnored?: readonly string[] | undefined
  /**
   * Exceptions: protected files that may be written, in the syntax of `.gitignore`, beneath every root. Without it
   * nothing in a folder called `.git` or `.scenewright` is written, nor a file of these names. Default none.
   */
  allowWrite?: readonly string[] | undefined
  /**
   * Files and folders that are neither read nor listed, searched or changed, in the syntax of `.gitignore`, beneath every
   * root: `['.env', '*.pem', '/secrets/']`. Letter case does not count. Refusals name the rule. Default none.
   */
  deny?: readonly string[] | undefined
  /** Lets nothing be changed but the files that `allowWrite` names. Default `false`. */
  readOnly?: boolean | undefined
  /** Lets the `.gitignore` files of the folders count. Default `true`. */
  gitignore?: boolean | undefined
  /**
   * Lets the user's own excludes count after the `.gitignore` files: `true` takes the file that git takes
   * (`core.excludesFile` of git's configuration with all that it includes, else `git/ignore` in `$XDG_CONFIG_HOME` or
   * `~/.config`), a text names one. Default `false`.
   */
  globalGitignore?: boolean | string | undefined
  /** The text that {@link Workspace.exportSession} returned, to go on as the same session. */
  session?: string | undefined
  /**
   * Sees every change of a single file before anything is written: `proceed`, `cancel`, or another text in its
   * place. One that throws, or answers something else, refuses the change.
   */
  confirm?: ((request: ConfirmRequest) => ConfirmAnswer | Promise<ConfirmAnswer>) | undefined
  /** May repair an edit whose text has no place. The repaired edit must match exactly, and as often as was asked. */
  correct?: ((request: CorrectRequest) => Correction | Promise<Correction>) | undefined
  /**
   * Decides whether a tool may touch a path. It is also asked for each file that a search or a listing would show, and for
   * those of transactions; what it refuses is left out and counted (`skipped.not_permitted`). One that throws refuses.
   */
  permission?: ((request: PermissionRequest) => Permission | Promise<Permission>) | undefined
  /** Called after every call of a tool. An exception that it throws becomes a process warning. */
  onCall?: ((record: CallRecord) => void | Promise<void>) | undefined
}

/** A change that {@link WorkspaceOptions.confirm} is shown. */
export interface ConfirmRequest {
  readonly tool: FileToolName
  /** Absolute path of the file. */
  readonly path: string
  /** The whole text before; `null` for a new file. */
  readonly oldText: string | null
  /** The whole text after. */
  readonly newText: string
  readonly diff: string
  /** The diff does not hold all that changed, as in {@link PatchedFile}. */
  readonly truncated?: true | undefined
  readonly added: number
  readonly removed: number
}

export type ConfirmAnswer = 'proceed' | 'cancel' | boolean | { readonly newText: string }

/** An edit that {@link WorkspaceOptions.correct} is shown. */
export interface CorrectRequest {
  readonly tool: FileToolName
  /** Absolute path of the file. */
  readonly path: string
  readonly oldText: string
  readonly newText: string
  /** The text of the file, as the edits before have left it. */
  readonly text: string
  /** The nearest place and why it is not the same. */
  readonly diagnosis: string | null
  /** Which edit of a MultiEdit, from 1. */
  readonly edit: number | null
  readonly replaceAll: boolean
  readonly expectedReplacements: number | null
}

/** The texts of a repaired edit, both of which may be others; or nothing where it cannot be repaired. */
export type Correction = Readonly<OldAndNewText> | null | undefined | void

/** A path that {@link WorkspaceOptions.permission} is asked for. */
export interface PermissionRequest {
  /** `transaction` for what the body of a transaction does; `Undo` also for {@link Workspace.undo} and `redo`. */
  readonly tool: FileToolName | 'transaction'
  /** Absolute path, with links followed. */
  readonly path: string
  readonly access: 'read' | 'write'
}

/** Leave to touch a path, or the reason why there is none. */
export type Permission = boolean | { readonly reason: string }

/** The record of a call that {@link WorkspaceOptions.onCall} receives. */
export interface CallRecord {
  readonly tool: FileToolName
  readonly ok: boolean
  readonly status: 'ok' | 'committed' | 'refused'
  /** Code of a refusal. */
  readonly code?: FileErrorCode | undefined
  /** The file or folder that the call was about, absolute. Absent where none was given. */
  readonly path?: string | undefined
  /** The deed; of a refusal, the request, where `updated` may have been a creation. Absent for a tool that changes nothing. */
  readonly change?: 'created' | 'updated' | undefined
  /** The host's `confirm` put another text in place of the proposed one. */
  readonly modifiedByUser?: true | undefined
  readonly durationMs: number
  /** Number of bytes read or written. */
  readonly byteLength: number
  /** Number of lines added. */
  readonly added: number
  /** Number of lines removed. */
  readonly removed: number
}
