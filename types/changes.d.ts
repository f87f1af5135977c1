// Changed files, as results, events and the history list them.

/** The fate of a file. */
export type ChangeKind = 'created' | 'updated' | 'deleted' | 'renamed'

/** A file of a project that was changed. */
export interface SceneFileChange {
  /** `main` or the name of a module; the new one, for a file that was renamed. */
  readonly file: string
  readonly change: ChangeKind
  /** The old name. Only for `renamed`. */
  readonly from?: string | undefined
  /** Number of places where edits put new text. Only in the results of changes. */
  readonly replacements?: number | undefined
}

/** A file of a workspace that was changed. */
export interface FileChange {
  /** Relative to the first root, with `/`; absolute in another root. The new one, for a file that was renamed. */
  readonly path: string
  readonly change: ChangeKind
  /** The old path. Only for `renamed`. */
  readonly from?: string | undefined
}
