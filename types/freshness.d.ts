// A session's knowledge of its files, and the events about them.
import type { ListenOptions } from './common.js'
import type { FileFailure } from './errors.js'

/**
 * A file, compared with the contents that the session read or wrote last: `fresh` if they are equal, `changed` if they
 * differ or the file is missing, `unread` if the session never read or wrote it.
 */
export type FreshnessState = 'fresh' | 'changed' | 'unread'

/** A file, compared with the contents that the session read or wrote last. */
export interface FreshnessCheck {
  /** The state of the file, compared with what the session knows. */
  readonly state: FreshnessState
  /** Time at which the session read or wrote the file, in milliseconds since 1970 UTC. */
  readonly readAt?: number | undefined
  /** The file's time of modification in milliseconds since 1970 UTC. Absent if the file is missing. */
  readonly modifiedAt?: number | undefined
  /** The reason why the file could not be examined. It then does not count as fresh. */
  readonly error?: FileFailure | undefined
}

/** A recently used file. */
export interface ImportantFile {
  /** Absolute path of the file. */
  readonly path: string
  /** Time at which the file was last read or edited, in milliseconds since 1970 UTC. */
  readonly usedAt: number
  /** Current size of the file in bytes. */
  readonly byteLength: number
}

/** The events of a workspace session, by name. */
export interface WorkspaceEvents {
  /** The session read a file. */
  read: FileReadEvent
  /** The session changed a file. */
  edit: FileEditEvent
  /** A call noticed that others changed a file since the session read it. */
  conflict: FileConflictEvent
  /** A file that the session had read was changed by others. */
  externalEdit: FileExternalEditEvent
  /** A watched file was changed from outside. */
  change: FileChangeEvent
}

/** The session read a file. */
export interface FileReadEvent extends FileEvent<'read'> {
  /** Size of the file in bytes. */
  readonly byteLength: number
  /** The file's time of modification in milliseconds since 1970 UTC. */
  readonly modifiedAt: number
}

/** The session changed a file. */
export interface FileEditEvent extends FileEvent<'edit'> {
  /** `created` if the file did not exist before. */
  readonly change: 'created' | 'updated'
  /** Size of the file in bytes. */
  readonly byteLength: number
  /** The new text. Only for listeners with `contents`. */
  readonly newText?: string | undefined
  /** The text before, if the file existed. Only for listeners with `contents`. */
  readonly oldText?: string | undefined
}

/** A call noticed that others have changed a file since the session read it. */
export interface FileConflictEvent extends FileEvent<'conflict'> {
  /** Time at which the session read the file, in milliseconds since 1970 UTC. */
  readonly readAt: number
  /** The file's time of modification when it was read, in milliseconds since 1970 UTC. */
  readonly readModifiedAt: number
  /** The file's time of modification now, in milliseconds since 1970 UTC; `null` if the file is missing. */
  readonly modifiedAt: number | null
  /** Number of bytes by which the file has grown; negative if it shrank. */
  readonly byteLengthChange: number
  /** The sentence for a model. */
  readonly reminder: string
}

/** A file that the session had read was changed by others, and a call noticed it. */
export interface FileExternalEditEvent extends FileEvent<'externalEdit'> {
  /** The sentence for a model. */
  readonly reminder: string
}

/** A file that {@link Workspace.watch} watches was changed from outside. */
export interface FileChangeEvent extends FileEvent<'change'> {
  /** The ids of the watches that noticed the change. */
  readonly ids: readonly string[]
  /** The file as it is now; `null` if it is missing. */
  readonly current: FileStamp | null
  /** The file as it was before; `null` if it was missing. */
  readonly previous: FileStamp | null
  /** The sentence for a model. */
  readonly reminder: string
}

/** Time and size of a file. */
export interface FileStamp {
  /** The file's time of modification in milliseconds since 1970 UTC. */
  readonly modifiedAt: number
  /** Size of the file in bytes. */
  readonly byteLength: number
}

/** How a listener of a workspace is added. */
export interface WorkspaceListenOptions extends ListenOptions {
  /** Include the texts before and after in `edit` events. Default `false`. */
  readonly contents?: boolean | undefined
}

/** The members that every event of a workspace has. */
export interface FileEvent<Type extends string> {
  /** The name of the event. */
  readonly type: Type
  /** The path of the file, relative to the first root, or absolute. */
  readonly path: string
  /** Time at which the event was emitted, in milliseconds since 1970 UTC. */
  readonly emittedAt: number
}
