// The published types, as a user meets them.
import { assertType, describe, expectTypeOf, test } from 'vitest'

import {
  Project,
  ScenewrightError,
  toolDefinitions,
  type ApplyResult,
  type ChangedSource,
  type CheckResult,
  type CommittedScene,
  type EditResult,
  type ErrorDetails,
  type ErrorKind,
  type FileChange,
  type HistoryEntry,
  type InspectArguments,
  type HistoryResult,
  type RedoResult,
  type UndoResult,
  type ReadResult,
  type RenderResult,
  type RunResult,
  type ToolAnswer,
  type ToolDefinition,
  type WriteResult,
} from 'scenewright'

declare const project: Project

describe('results are unions that status tells apart', () => {
  test('changes', () => {
    expectTypeOf<EditResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    expectTypeOf<WriteResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    expectTypeOf<RunResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    const result = {} as EditResult
    if (result.status === 'committed') {
      expectTypeOf(result.scene).toEqualTypeOf<CommittedScene>()
      expectTypeOf(result.replaced).toEqualTypeOf<true>()
      // @ts-expect-error: a committed change has no error
      result.error
    } else {
      expectTypeOf(result.error).toEqualTypeOf<ErrorDetails>()
      expectTypeOf(result.errorInfo).toEqualTypeOf<ErrorDetails>()
      // @ts-expect-error: a change that failed has no scene
      result.scene
    }
  })

  test('changes of several files', () => {
    expectTypeOf<ApplyResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    expectTypeOf<UndoResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    const applied = {} as ApplyResult
    if (applied.status === 'committed') {
      expectTypeOf(applied.files).toEqualTypeOf<readonly ChangedSource[]>()
      expectTypeOf(applied.scene).toEqualTypeOf<CommittedScene | undefined>()
      expectTypeOf(applied.transactionId).toEqualTypeOf<string>()
      // @ts-expect-error: an apply takes nothing back
      applied.undone
    }
    const undone = {} as UndoResult
    if (undone.status === 'committed') expectTypeOf(undone.undone).toEqualTypeOf<string>()
    const redone = {} as RedoResult
    if (redone.status === 'committed') expectTypeOf(redone.redone).toEqualTypeOf<string>()
  })

  test('a check commits nothing', () => {
    expectTypeOf<CheckResult['status']>().toEqualTypeOf<'ok' | 'reverted' | 'refused'>()
    const checked = {} as CheckResult
    if (checked.status === 'ok') {
      expectTypeOf(checked.png).toEqualTypeOf<Buffer | undefined>()
      // @ts-expect-error: what was not committed has no transaction
      checked.scene?.transactionId
    } else {
      expectTypeOf(checked.error).toEqualTypeOf<ErrorDetails>()
    }
  })

  test('the history', () => {
    expectTypeOf<HistoryResult['status']>().toEqualTypeOf<'ok' | 'refused'>()
    const history = {} as HistoryResult
    if (history.status === 'ok') {
      expectTypeOf(history.rows).toEqualTypeOf<readonly HistoryEntry[]>()
      expectTypeOf(history.next).toEqualTypeOf<{ readonly offset: number; readonly left: number } | undefined>()
    }
  })

  test('questions', () => {
    expectTypeOf<ReadResult['status']>().toEqualTypeOf<'ok' | 'refused'>()
    const read = {} as ReadResult
    // @ts-expect-error: the code is there only when it was read
    read.code
    if (read.status === 'ok') expectTypeOf(read.code).toEqualTypeOf<string>()
    const picture = {} as RenderResult
    if (picture.status === 'ok') expectTypeOf(picture.png).toEqualTypeOf<Buffer>()
  })

  test('warnings and logs are always there', () => {
    expectTypeOf<EditResult['warnings']>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<ReadResult['logs']>().toEqualTypeOf<readonly string[]>()
  })

  test('kinds are literals', () => {
    expectTypeOf<'timeout'>().toExtend<ErrorKind>()
    expectTypeOf<'time out'>().not.toExtend<ErrorKind>()
  })
})

describe('arguments', () => {
  test('camel case, and no wire names', () => {
    assertType<Promise<EditResult>>(project.edit({ file: 'main', oldCode: 'a', newCode: 'b', replaceAll: true }))
    // @ts-expect-error: wire names belong to callTool
    project.edit({ file: 'main', old_code: 'a', new_code: 'b' })
    // @ts-expect-error: newCode is missing
    project.edit({ file: 'main', oldCode: 'a' })
    project.multiEdit({ file: 'main', edits: [{ oldCode: 'a', newCode: '' }] })
  })

  test('a change of several files says what it is, or its fields do', () => {
    assertType<FileChange[]>([
      { file: 'main', oldCode: 'a', newCode: 'b', expectedReplacements: 2 },
      { type: 'write', file: 'gear', code: '' },
      { type: 'delete', file: 'wheel' },
      { file: 'gear', to: 'cog' },
    ])
    // @ts-expect-error: a delete needs its type
    assertType<FileChange>({ file: 'wheel' })
    // @ts-expect-error: wire names belong to callTool
    assertType<FileChange>({ type: 'edit', file: 'main', old_code: 'a', new_code: 'b' })
    project.apply({ changes: [{ type: 'rename', file: 'gear', to: 'cog' }], message: 'a better name' })
    // @ts-expect-error: a check is not in the history, so it has no message
    project.check({ changes: [], message: 'x' })
    project.undo()
    project.redo({ id: '0', force: true })
    project.history({ offset: 20, limit: 10 })
    Project.open({ historyBytes: 1 << 20 })
    Project.open({ fonts: { system: false, dirs: ['fonts'] } })
    // @ts-expect-error: the folders are a list
    Project.open({ fonts: { dirs: 'fonts' } })
  })

  test('a signal on every method', () => {
    const options = { signal: new AbortController().signal }
    project.glob({}, options)
    project.read({ file: 'main' }, options)
    project.run(options)
    project.scene(options)
    project.apply({ changes: [] }, options)
    project.check({ changes: [] }, options)
    project.history({}, options)
    project.undo({}, options)
    project.redo({}, options)
    project.callTool('run', {}, options)
  })

  test('an export has its format, and a DXF its text', () => {
    project.export({ format: 'dxf', text: 'text', path: 'a.dxf' })
    project.export({ format: 'pdf' })
    // @ts-expect-error: no such format
    project.export({ format: 'dwg' })
    // @ts-expect-error: text is outlines or text
    project.export({ format: 'dxf', text: 'curves' })
  })

  test('a view has its own arguments', () => {
    assertType<InspectArguments>({ view: 'entity', name: 'a' })
    // @ts-expect-error: entity needs a name
    assertType<InspectArguments>({ view: 'entity' })
    // @ts-expect-error: no such view
    assertType<InspectArguments>({ view: 'everything' })
  })
})

describe('the project', () => {
  test('is opened, not constructed', () => {
    expectTypeOf(Project.open).returns.resolves.toEqualTypeOf<Project>()
    // @ts-expect-error: the constructor is private
    new Project()
    // @ts-expect-error: no such policy
    Project.open({ policy: 'strict' })
  })

  test('events carry their own payload', () => {
    project.on('commit', ({ scene }) => expectTypeOf(scene).toEqualTypeOf<CommittedScene>())
    project.on('revert', ({ error }) => expectTypeOf(error).toEqualTypeOf<ErrorDetails>())
    // @ts-expect-error: no such event
    project.on('comit', () => {})
  })

  test('can be disposed of', () => {
    expectTypeOf(project).toExtend<AsyncDisposable>()
  })
})

test('the tools of the wire', () => {
  expectTypeOf(project.callTool('edit', {})).resolves.toEqualTypeOf<ToolAnswer>()
  expectTypeOf(project.callTool('some_later_tool', {})).resolves.toEqualTypeOf<ToolAnswer>()
  expectTypeOf(toolDefinitions('scene')).toEqualTypeOf<ToolDefinition[]>()
  // @ts-expect-error: no such profile
  toolDefinitions('scenes')
})

test('errors', () => {
  const error = {} as ScenewrightError
  expectTypeOf(error).toExtend<Error>()
  expectTypeOf<'closed'>().toExtend<typeof error.code>()
})
