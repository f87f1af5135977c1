// The published types of workspaces, as a user meets them.
import { describe, expectTypeOf, test } from 'vitest'

import {
  Workspace,
  type ChangedFile,
  type ErrorDetails,
  type TransactionResult,
  type WorkspaceUndoResult,
  type WorkspaceHistoryEntry,
} from 'scenewright'

declare const workspace: Workspace

describe('a transaction', () => {
  test('answers what its body answers, when it was committed', async () => {
    const result = await workspace.transaction(async (tx) => {
      const { content } = await tx.read({ filePath: 'a' })
      expectTypeOf(content).toEqualTypeOf<string | undefined>()
      const edited = await tx.edit({ filePath: 'a', oldString: 'b', newString: 'c' })
      if (edited.status === 'applied') expectTypeOf(edited.replacements).toEqualTypeOf<number>()
      else expectTypeOf(edited.error).toEqualTypeOf<ErrorDetails>()
      // @ts-expect-error: the new string is missing
      await tx.edit({ filePath: 'a', oldString: 'b' })
      return 7
    })
    expectTypeOf(result).toEqualTypeOf<TransactionResult<number>>()
    if (result.status === 'committed') {
      expectTypeOf(result.value).toEqualTypeOf<number>()
      expectTypeOf(result.files).toEqualTypeOf<readonly ChangedFile[]>()
    } else {
      expectTypeOf(result.status).toEqualTypeOf<'reverted' | 'refused'>()
      expectTypeOf(result.error).toEqualTypeOf<ErrorDetails>()
      // @ts-expect-error: what was not committed has no files
      result.files
    }
  })

  test('takes a verify that answers at once or later, or nothing', () => {
    void workspace.transaction(() => {}, { verify: () => {}, message: 'm', signal: new AbortController().signal })
    void workspace.transaction(() => {}, { verify: async ({ files }) => files.length > 0 })
    // @ts-expect-error: a verdict is true or false
    void workspace.transaction(() => {}, { verify: () => 'no' })
  })
})

test('the history and the way back', async () => {
  const undone = await workspace.undo({ id: 'x', force: true })
  expectTypeOf(undone).toEqualTypeOf<WorkspaceUndoResult>()
  if (undone.status === 'committed') expectTypeOf(undone.undone).toEqualTypeOf<string>()
  const history = await workspace.history({ offset: 1, limit: 2 })
  if (history.status === 'ok') expectTypeOf(history.rows).toEqualTypeOf<readonly WorkspaceHistoryEntry[]>()
  // @ts-expect-error: a workspace is made by open
  new Workspace()
})
