// The published types of workspaces, as a user meets them.
import { describe, expectTypeOf, test } from 'vitest'

import {
  Workspace,
  type FileErrorCode,
  type FileChange,
  type FileFailure,
  type FileReadResult,
  type FileToolAnswer,
  type FreshnessCheck,
  type ImportantFile,
  type PatchHunk,
  type SearchTrouble,
  type TransactionResult,
  type WorkspaceUndoResult,
  type FileHistoryEntry,
} from 'scenewright'

declare const workspace: Workspace

describe('a transaction', () => {
  test('answers what its body answers, when it was committed', async () => {
    const result = await workspace.transaction(async (tx) => {
      const { text: content } = await tx.read({ path: 'a' })
      expectTypeOf(content).toEqualTypeOf<string>()
      const { replacements } = await tx.edit({ path: 'a', oldText: 'b', newText: 'c' })
      expectTypeOf(replacements).toEqualTypeOf<number>()
      const attempt = await tx.try.read({ path: 'a' })
      if (attempt.ok) expectTypeOf(attempt.text).toEqualTypeOf<string>()
      const edited = await tx.try.edit({ path: 'a', oldText: 'b', newText: 'c' })
      if (edited.ok) expectTypeOf(edited.replacements).toEqualTypeOf<number>()
      else expectTypeOf(edited.error).toEqualTypeOf<FileFailure>()
      // @ts-expect-error: the new string is missing
      await tx.edit({ path: 'a', oldText: 'b' })
      return 7
    })
    expectTypeOf(result).toEqualTypeOf<TransactionResult<number>>()
    if (result.status === 'committed') {
      expectTypeOf(result.value).toEqualTypeOf<number>()
      expectTypeOf(result.files).toEqualTypeOf<readonly FileChange[]>()
    } else {
      expectTypeOf(result.status).toEqualTypeOf<'reverted' | 'refused'>()
      expectTypeOf(result.error).toEqualTypeOf<FileFailure>()
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
  const undone = await workspace.undo({ commitId: 'x', force: true })
  expectTypeOf(undone).toEqualTypeOf<WorkspaceUndoResult>()
  if (undone.status === 'committed') expectTypeOf(undone.undoneCommitId).toEqualTypeOf<string>()
  const history = await workspace.history({ offset: 1, limit: 2 })
  if (history.status === 'ok') expectTypeOf(history.rows).toEqualTypeOf<readonly FileHistoryEntry[]>()
  // @ts-expect-error: a workspace is made by open
  new Workspace()
})

describe('the file tools', () => {
  test('an edit was applied, tried or refused', async () => {
    const result = await workspace.edit({
      path: 'a',
      oldText: 'b',
      newText: 'c',
      match: 'flexible',
      dryRun: true,
    })
    expectTypeOf(result.status).toEqualTypeOf<'committed' | 'ok' | 'refused'>()
    if (result.status === 'refused') {
      expectTypeOf(result.error).toEqualTypeOf<FileFailure>()
      expectTypeOf(result.error.code).toEqualTypeOf<FileErrorCode>()
      expectTypeOf(result.error.wireCode).toEqualTypeOf<number | undefined>()
    } else {
      expectTypeOf(result.structuredPatch).toEqualTypeOf<readonly PatchHunk[]>()
      expectTypeOf(result.commitId).toEqualTypeOf<string | undefined>()
      expectTypeOf(result.replacements).toEqualTypeOf<number>()
    }
    expectTypeOf(result.modelText).toEqualTypeOf<string>()
    // @ts-expect-error: the old string is missing
    await workspace.edit({ path: 'a', newText: 'c' })
    // @ts-expect-error: an edit has no file of its own
    await workspace.multiEdit({ path: 'a', edits: [{ path: 'a', oldText: 'b', newText: 'c' }] })
  })

  test('a read is a text, a picture, a PDF document or a notebook', async () => {
    const result: FileReadResult = await workspace.read({ path: 'a', offset: 1, limit: 2 })
    if (result.status === 'refused') return
    if (result.type === 'text') expectTypeOf(result.totalLines).toEqualTypeOf<number>()
    else if (result.type === 'image') expectTypeOf(result.base64).toEqualTypeOf<string>()
    else if (result.type === 'pdf') expectTypeOf(result.pages[0]?.text).toEqualTypeOf<string | undefined>()
    else expectTypeOf(result.cells[0]?.source).toEqualTypeOf<string | undefined>()
  })

  test('searches and the fixed wire names', async () => {
    const found = await workspace.glob({ pattern: '**/*.ts' })
    if (found.status === 'ok') expectTypeOf(found.paths).toEqualTypeOf<readonly string[]>()
    if (found.status === 'ok') expectTypeOf(found.troubles?.[0]).toEqualTypeOf<SearchTrouble | undefined>()
    const written = await workspace.write({ path: 'a', text: '' })
    expectTypeOf(written.status).toEqualTypeOf<'committed' | 'refused'>()
    expectTypeOf(await workspace.callTool('Edit', { file_path: 'a' })).toEqualTypeOf<FileToolAnswer>()
    // @ts-expect-error: modes are three
    await workspace.grep({ pattern: 'a', outputMode: 'lines' })
  })

  test('freshness, events and hooks', async () => {
    expectTypeOf(await workspace.checkFreshness('a')).toEqualTypeOf<FreshnessCheck>()
    expectTypeOf(await workspace.modificationReminder('a')).toEqualTypeOf<string | null>()
    expectTypeOf(await workspace.importantFiles()).toEqualTypeOf<ImportantFile[]>()
    workspace.on('edit', ({ change, newText }) => {
      expectTypeOf(change).toEqualTypeOf<'created' | 'updated'>()
      expectTypeOf(newText).toEqualTypeOf<string | undefined>()
    })
    // @ts-expect-error: there is no such event
    workspace.on('file:closed', () => {})
    await Workspace.open({
      root: '.',
      readFirst: 'warn',
      confirm: ({ newText }) => ({ newText: newText.trim() }),
      correct: () => null,
      permission: async ({ access }) => access === 'read',
      onCall: ({ durationMs }) => void durationMs,
    })
    // @ts-expect-error: a confirmation is not a number
    await Workspace.open({ root: '.', confirm: () => 7 })
  })
})
