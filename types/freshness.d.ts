// What a session knows of its files, and the events about them.
import type { FileFailure } from './errors.js'

/**
 * A file, compared with the contents that the session read or wrote last: `fresh` where the bytes are those, `changed`
 * where they differ or the file is gone, `unread` where the session knows nothing of it.
 */
export type FreshnessState = 'fresh' | 'changed' | 'unread'

/** A file, compared with the contents that the session read or wrote last. */
export interface FreshnessCheck {
  readonly state: FreshnessState
  /** When the session read or wrote the file, in milliseconds since 1970 UTC. */
  readonly readAt?: number | undefined
  /** The file's time of modification in milliseconds since 1970 UTC. Absent when there is no file. */
  readonly modifiedAt?: number | undefined
  /** Why the file could not be examined. It is not fresh then. */
  readonly error?: FileFailure | undefined
}

/** A file that the session used lately. */
export interface ImportantFile {
  /** Absolute path of the file. */
  readonly path: string
  /** When it was last read or edited, in milliseconds since 1970 UTC. */
  readonly usedAt: number
  /** Size of the file as it is now, in bytes. */
  readonly byteLength: number
}

/** The events of a workspace session, by name. */
export interface WorkspaceEvents {
  read: FileReadEvent
  edit: FileEditEvent
  conflict: FileConflictEvent
  externalEdit: FileExternalEditEvent
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
  readonly change: 'created' | 'updated'
  /** Size of the file in bytes. */
  readonly byteLength: number
  /** The new text. Only for listeners that asked for contents. */
  readonly newText?: string | undefined
  /** The text before, where there was a file. Only for listeners that asked for contents. */
  readonly oldText?: string | undefined
}

/** A change was refused, or a read file found changed, as others had changed it since the session read it. */
export interface FileConflictEvent extends FileEvent<'conflict'> {
  /** When the session read the file, in milliseconds since 1970 UTC. */
  readonly readAt: number
  /** The file's time of modification when it was read, in milliseconds since 1970 UTC. */
  readonly readModifiedAt: number
  /** The file's time of modification now, in milliseconds since 1970 UTC; `null` when the file is gone. */
  readonly modifiedAt: number | null
  /** How many bytes the file has grown. */
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
  /** The ids of the watches that saw it. */
  readonly ids: readonly string[]
  /** The file as it is; `null` where there is none. */
  readonly current: FileStamp | null
  /** The file as it was; `null` where there was none. */
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

/** The members that every event of a workspace has. */
export interface FileEvent<Type extends string> {
  readonly type: Type
  /** Relative to the first root, or absolute. */
  readonly path: string
  /** When the event was emitted, in milliseconds since 1970 UTC. */
  readonly emittedAt: number
}
