import type * as api from '../../index.js'
import { inFolder } from '../project-forks.js'
import type { Session } from '../session.js'
import { isAnswered } from '../wire.js'
import type { PageAnswer } from './calls.js'

/** A row of a project's history as the tool gives it. */
interface Row {
  readonly id: string
  readonly tool?: string
  readonly undone?: boolean
  readonly undoes?: string
  readonly files?: readonly object[]
}

/** The rows of the history that are read to find the commit which undo or redo is about, and to know those after another. */
const MAX_ROWS = 1_000

/**
 * The commits of a project's history that its own tools have not made: of guarded commands, and of merged forks. They concern
 * all files of the folder, and only the folder's own undo knows what they changed.
 */
export class FolderCommits {
  readonly #dir: string
  readonly #session: Session

  constructor(dir: string, session: Session) {
    this.#dir = dir
    this.#session = session
  }

  /** An answer of the tool `history`, with the files of such commits. */
  async withFiles(answer: PageAnswer): Promise<PageAnswer> {
    const { data } = answer.answer as { readonly data?: { readonly rows?: readonly Row[] } }
    const rows = data?.rows ?? []
    if (!rows.some(isOfFolder)) return answer
    const known = await inFolder(this.#dir, async (folder) => {
      const found = new Map<string, api.FileHistoryEntry>()
      for (const { id } of rows.filter(isOfFolder)) {
        const page = await folder.history({ commitId: id })
        for (const entry of page.ok ? page.rows : []) found.set(entry.commitId, entry)
      }
      return found
    })
    const filled = rows.map((row) => {
      const entry = known.get(row.id)
      if (!entry) return row
      const files = entry.files.map(({ path, change, from }) =>
        from === undefined ? { file: path, change } : { file: from, change, to: path },
      )
      return { ...row, files, ...(entry.moreFiles !== undefined && { moreFiles: entry.moreFiles }) }
    })
    return { ...answer, answer: { ...answer.answer, data: { ...data, rows: filled } } }
  }

  /** Undoes or redoes the latest commit where it is such a one; undefined where the project's own tool does it. */
  async reverse(tool: 'undo' | 'redo', force: boolean): Promise<PageAnswer | undefined> {
    const rows = await this.#rows()
    if (tool === 'undo') {
      const latest = rows.find(({ undone, undoes }) => undone !== true && undoes === undefined)
      if (!latest || !isOfFolder(latest)) return undefined
      return this.#inFolder((folder) => folder.undo({ commitId: latest.id, force }))
    }
    const [undo] = rows
    const undone = undo?.tool === 'undo' ? rows.find(({ id }) => id === undo.undoes) : undefined
    if (!undone || !isOfFolder(undone)) return undefined
    return this.#inFolder((folder) => folder.redo({ commitId: undone.id, force }))
  }

  /** Undoes everything after a commit, where such commits are among that; undefined where the project restores it. */
  async restore(id: string): Promise<PageAnswer | undefined> {
    const rows = await this.#rows()
    const after = rows.slice(
      0,
      Math.max(
        0,
        rows.findIndex((row) => row.id === id),
      ),
    )
    if (!after.some((row) => isOfFolder(row) && row.undone !== true)) return undefined
    return this.#inFolder(async (folder) => {
      // A folder that was just opened has read no history, and would not know the commit.
      await folder.history({ limit: 1 })
      return folder.undo({ to: id })
    })
  }

  async #rows(): Promise<readonly Row[]> {
    const envelope = await this.#session.call('history', { limit: MAX_ROWS })
    return isAnswered(envelope) ? ((envelope.answer.data as { readonly rows?: readonly Row[] }).rows ?? []) : []
  }

  async #inFolder(
    act: (
      folder: Parameters<Parameters<typeof inFolder>[1]>[0],
    ) => Promise<api.WorkspaceUndoResult | api.WorkspaceRedoResult>,
  ): Promise<PageAnswer> {
    return folderAnswer(await inFolder(this.#dir, act))
  }
}

/** The result of a call about the folder, for a page. */
export function folderAnswer(
  result: { readonly ok: boolean; readonly status: string; readonly error?: api.FileFailure } | api.MergeResult,
): PageAnswer {
  if (result.ok || !('error' in result) || !result.error) return { status: result.status, answer: { success: true } }
  const { code, message, hint } = result.error
  const errorInfo = { kind: code, message, ...(hint !== undefined && { hint }) }
  return { status: result.status, answer: { success: false, error: message, errorInfo } }
}

/** A commit whose changes the project's own history does not hold. */
function isOfFolder({ tool, files = [] }: Row): boolean {
  return FOLDER_TOOLS.has(tool ?? '') && files.length === 0
}

const FOLDER_TOOLS: ReadonlySet<string> = new Set(['guard', 'merge'])
