import type * as api from '../index.js'
import { misuse, formatValue } from './check.js'

/** Requires a name of the authors whose changes are meant. */
export function requireAuthor(who: string, author: unknown): void {
  if (author === 'anyone' || author === 'self') return
  throw misuse(`${who}: author must be 'anyone' or 'self', got ${formatValue(author)}.`)
}

/**
 * The changes that undo and redo without an id would reverse, one after the other, from the pages of the history: no more pages
 * are read than the stack needs. With `own`, only those changes are in the part for undo.
 */
export async function undoStackOf(
  rowsFrom: (offset: number) => Promise<api.ResultPage<api.SceneHistoryEntry>>,
  own: ReadonlySet<string> | undefined,
  limit: number,
): Promise<api.UndoStack> {
  const undo: api.SceneHistoryEntry[] = []
  const redo: api.SceneHistoryEntry[] = []
  /** Changes that undos since the last change have undone, by their ids, in the order in which redo makes them again. */
  const undone: string[] = []
  const found = new Map<string, api.SceneHistoryEntry>()
  let isBehindChange = false
  let offset: number | undefined = 0
  const isOwn = ({ commitId }: api.SceneHistoryEntry): boolean => own === undefined || own.has(commitId)
  while (offset !== undefined) {
    const page: api.ResultPage<api.SceneHistoryEntry> = await rowsFrom(offset)
    for (const row of page.rows) {
      const at = undone.indexOf(row.commitId)
      if (row.undoesCommitId === undefined) {
        isBehindChange = true
        if (at >= 0) found.set(row.commitId, row)
        // Undo without an id passes over commits that changed other files of the folder.
        if (!row.undone && !row.ofFolder && isOwn(row) && undo.length < limit) undo.push(row)
        continue
      }
      // A redo reverses an undo, which is no change that could be made again.
      if (at >= 0) undone.splice(at, 1)
      if (!isBehindChange && !row.undone) undone.push(row.undoesCommitId)
    }
    const hasAll = isBehindChange && undone.every((id) => found.has(id))
    offset = undo.length >= limit && hasAll ? undefined : page.nextOffset
  }
  for (const id of undone) {
    const row = found.get(id)
    if (row && !row.ofFolder && redo.length < limit) redo.push(row)
  }
  return { undo, redo }
}
