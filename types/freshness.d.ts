// What a session knows of its files, and the events about them.
import type { ErrorDetails } from './errors.js'

/** A file, compared with the contents that the session read or wrote last. */
export interface FreshnessCheck {
  /** The bytes are those that the session knows. False for a file that it never read. */
  readonly isFresh: boolean
  /** The file was read, and its bytes differ or it is gone. */
  readonly conflict: boolean
  /** Milliseconds since 1970 UTC. */
  readonly lastRead?: number | undefined
  /** Milliseconds since 1970 UTC. Absent when there is no file. */
  readonly currentModified?: number | undefined
  /** Why the file could not be examined. It is not fresh then. */
  readonly error?: ErrorDetails | undefined
}

/** A file that the session used lately. */
export interface ImportantFile {
  /** Absolute path of the file. */
  readonly path: string
  /** Time at which it was last read or edited, in milliseconds since 1970 UTC. */
  readonly readAt: number
  /** Bytes, as they are now. */
  readonly size: number
}

/** The events of a workspace session. Times of files are milliseconds since 1970 UTC, as `mtimeMs` of `fs.Stats`. */
export interface WorkspaceEvents {
  'file:read': FileEvent<'file:read'> & { readonly size: number; readonly modified: number }
  'file:edited': FileEvent<'file:edited'> & {
    readonly operation: 'create' | 'update'
    readonly source: 'agent'
    /** Size of the contents in bytes. */
    readonly contentLength: number
    /** Only for listeners that asked for contents. */
    readonly content?: string | undefined
    readonly oldContent?: string | undefined
  }
  'file:conflict': FileEvent<'file:conflict'> & {
    readonly lastRead: number
    readonly lastModified: number
    /** `null` when the file is gone. */
    readonly currentModified: number | null
    readonly sizeDiff: number
    /** The sentence for a model. */
    readonly reminder: string
  }
  'file:modified': FileEvent<'file:modified'> & { readonly reminder: string }
  'file:changed': FileEvent<'file:changed'> & {
    /** Whose watches saw it. */
    readonly ids: readonly string[]
    /** `null` where there is no file. */
    readonly current: { readonly mtimeMs: number; readonly size: number } | null
    readonly previous: { readonly mtimeMs: number; readonly size: number } | null
    /** The sentence for a model. */
    readonly reminder: string
  }
}

interface FileEvent<Type extends string> {
  readonly type: Type
  /** Relative to the first root, or absolute. */
  readonly path: string
  /** Milliseconds since 1970 UTC. */
  readonly timestamp: number
}
