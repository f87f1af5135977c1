// Changed files, as results, events and the history list them.

/** The kind of change to a file. */
export type ChangeKind = 'created' | 'updated' | 'deleted' | 'renamed'

/** A changed file of a project. */
export interface SceneFileChange {
  /** `main` or the name of a module; the new name for a renamed file. */
  readonly file: string
  /** The kind of change to the file. */
  readonly change: ChangeKind
  /** The old name. Only for `renamed`. */
  readonly from?: string | undefined
  /** Number of places where edits put new text. Only in the results of changes. */
  readonly replacements?: number | undefined
}

/** A changed file of a workspace. */
export interface FileChange {
  /** The path of the file, relative to the first root, with `/`; absolute in another root. For a renamed file, the new path. */
  readonly path: string
  /** The kind of change to the file. */
  readonly change: ChangeKind
  /** The old path. Only for `renamed`. */
  readonly from?: string | undefined
}
