// The published types, as a user meets them.
import { assertType, describe, expectTypeOf, test } from 'vitest'

import type { CallToolResult, Transport } from '@modelcontextprotocol/server'

import {
  type Bytes,
  createMcpServer,
  Project,
  type ScenewrightError,
  toCallToolResult,
  toolDefinitions,
  Workspace,
  type ApplyResult,
  type Bounds,
  type CheckResult,
  type CommittedScene,
  type EditResult,
  type ErrorDetails,
  type ErrorKind,
  type ExportResult,
  type FileChange,
  type FileEditResult,
  type FileError,
  type HistoryEntry,
  type InspectArguments,
  type InspectResult,
  type McpServer,
  type HistoryResult,
  type NameList,
  type OldAndNewCode,
  type OldAndNewString,
  type ProposedChange,
  type RedoResult,
  type Refused,
  type Replacement,
  type SceneChanges,
  type TransactionResult,
  type TreeRow,
  type UndoResult,
  type ReadResult,
  type RenderResult,
  type RunResult,
  type ToolAnswer,
  type ToolDefinition,
  type WriteResult,
} from 'scenewright'

declare const project: Project

describe('results are unions that status discriminates', () => {
  test('changes', () => {
    expectTypeOf<EditResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    expectTypeOf<WriteResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    expectTypeOf<RunResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    const result = {} as EditResult
    if (result.status === 'committed') {
      expectTypeOf(result.scene).toEqualTypeOf<CommittedScene | undefined>()
      expectTypeOf(result.transactionId).toEqualTypeOf<string>()
      expectTypeOf(result.replaced).toEqualTypeOf<true>()
      expectTypeOf(result.replacements).toEqualTypeOf<number>()
      // @ts-expect-error: a committed change has no error
      result.error
    } else {
      expectTypeOf(result.error).toEqualTypeOf<ErrorDetails>()
      // @ts-expect-error: the error has one name
      result.errorInfo
      // @ts-expect-error: a change that failed has no scene
      result.scene
    }
  })

  test('changes of several files', () => {
    expectTypeOf<ApplyResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    expectTypeOf<UndoResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    const applied = {} as ApplyResult
    if (applied.status === 'committed') {
      expectTypeOf(applied.files).toEqualTypeOf<readonly FileChange[]>()
      expectTypeOf(applied.scene).toEqualTypeOf<CommittedScene | undefined>()
      expectTypeOf(applied.transactionId).toEqualTypeOf<string>()
      // @ts-expect-error: an apply takes nothing back
      applied.undone
    }
    const undone = {} as UndoResult
    if (undone.status === 'committed') {
      expectTypeOf(undone.undone).toEqualTypeOf<string>()
      // @ts-expect-error: the first write undone leaves no scene
      undone.scene.entities
    }
    const redone = {} as RedoResult
    if (redone.status === 'committed') expectTypeOf(redone.redone).toEqualTypeOf<string>()
  })

  test('a check commits nothing', () => {
    expectTypeOf<CheckResult['status']>().toEqualTypeOf<'ok' | 'reverted' | 'refused'>()
    const checked = {} as CheckResult
    if (checked.status === 'ok') {
      expectTypeOf(checked.png).toEqualTypeOf<Bytes | undefined>()
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
  })

  test('pictures and files', () => {
    const picture = {} as RenderResult
    if (picture.status === 'ok') {
      expectTypeOf(picture.png).toExtend<Buffer>()
      new Response(picture.png)
      new Blob([picture.png])
      expectTypeOf(picture.bytes).toEqualTypeOf<number>()
      expectTypeOf(picture.transactionId).toEqualTypeOf<string>()
    }
    const file = {} as ExportResult
    if (file.status === 'ok') {
      expectTypeOf(file.bytes).toEqualTypeOf<number>()
      expectTypeOf(file.transactionId).toEqualTypeOf<string>()
      if (file.path === undefined) expectTypeOf(file.content).toEqualTypeOf<string>()
      else expectTypeOf(file.content).toEqualTypeOf<undefined>()
    }
  })

  test('a write creates or replaces, and has no scene without main', () => {
    const written = {} as WriteResult
    if (written.status !== 'committed') return
    expectTypeOf(written.created).toEqualTypeOf<boolean>()
    expectTypeOf(written.scene).toEqualTypeOf<CommittedScene | undefined>()
    const ran = {} as RunResult
    if (ran.status === 'committed') expectTypeOf(ran.scene).toEqualTypeOf<CommittedScene>()
  })

  test('changes of a scene are names and their number', () => {
    const { added } = {} as SceneChanges
    expectTypeOf(added).toEqualTypeOf<NameList>()
    expectTypeOf(added.count).toEqualTypeOf<number>()
    expectTypeOf(added.names).toEqualTypeOf<readonly string[]>()
    expectTypeOf<CommittedScene['moreLayers']>().toEqualTypeOf<number | undefined>()
  })

  test('a refusal has one shape in both classes', () => {
    expectTypeOf<Extract<EditResult, { status: 'refused' }>>().toExtend<Refused>()
    expectTypeOf<Extract<ReadResult, { status: 'refused' }>>().toExtend<Refused>()
    expectTypeOf<Extract<FileEditResult, { status: 'refused' }>>().toExtend<Refused<FileError>>()
    expectTypeOf<Extract<TransactionResult<1>, { status: 'refused' }>>().toEqualTypeOf<Refused>()
    expectTypeOf<Refused['warnings']>().toEqualTypeOf<readonly string[]>()
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
    assertType<ProposedChange[]>([
      { file: 'main', oldCode: 'a', newCode: 'b', expectedReplacements: 2 },
      { type: 'write', file: 'gear', code: '' },
      { type: 'delete', file: 'wheel' },
      { file: 'gear', to: 'cog' },
    ])
    // @ts-expect-error: a delete needs its type
    assertType<ProposedChange>({ file: 'wheel' })
    // @ts-expect-error: wire names belong to callTool
    assertType<ProposedChange>({ type: 'edit', file: 'main', old_code: 'a', new_code: 'b' })
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
    project.export({ format: 'dxf', fills: false })
    project.export({ format: 'pdf' })
    // @ts-expect-error: no such format
    project.export({ format: 'dwg' })
    // @ts-expect-error: fills is true or false
    project.export({ format: 'dxf', fills: 'none' })
    // @ts-expect-error: text is outlines or text
    project.export({ format: 'dxf', text: 'curves' })
  })

  test('an optional one may be undefined', () => {
    project.edit({ file: 'main', oldCode: 'a', newCode: 'b', replaceAll: undefined }, { signal: undefined })
    project.render({ width: undefined, fit: undefined, highlight: undefined, before: undefined, layers: undefined })
    project.render({ fit: ['a', 'b*'], grid: 10, rulers: true, labels: ['a'], layers: ['0'], hairlines: true })
    project.check({ changes: [], size: 'off', fit: 'last_change', before: true })
    // @ts-expect-error: a size has two sides
    project.check({ changes: [], size: [100] })
    // @ts-expect-error: the picture is that of check
    project.apply({ changes: [], size: 'off' })
    project.inspect({ view: 'tree', name: undefined, limit: undefined })
    project.apply({ changes: [{ type: undefined, file: 'gear', to: 'cog' }], message: undefined })
    Project.open({ dir: undefined, limits: { timeMs: undefined }, fonts: undefined, state: undefined })
    Workspace.open({ root: '.', limits: undefined, confirm: undefined, correct: undefined, permission: undefined })
  })

  test('a replacement has the texts of its class', () => {
    assertType<Replacement<OldAndNewCode>>({ oldCode: 'a', newCode: 'b', replaceAll: true })
    assertType<Replacement<OldAndNewString>>({ oldString: 'a', newString: 'b', expectedReplacements: 2 })
    // @ts-expect-error: one or the other
    assertType<Replacement<OldAndNewCode>>({ oldString: 'a', newString: 'b' })
  })

  test('a view has its own arguments', () => {
    assertType<InspectArguments>({ view: 'entity', name: 'a' })
    // @ts-expect-error: entity needs a name
    assertType<InspectArguments>({ view: 'entity' })
    // @ts-expect-error: no such view
    assertType<InspectArguments>({ view: 'everything' })
    // @ts-expect-error: names or points are measured, not both
    assertType<InspectArguments>({ view: 'measure', name: 'a', points: [] })
  })
})

describe('each view has its own answer', () => {
  test('by the view that was asked for', async () => {
    const info = await project.inspect({ view: 'info' })
    if (info.status === 'ok') expectTypeOf(info.types.circle).toEqualTypeOf<number | undefined>()
    const tree = await project.inspect({ view: 'tree', depth: 3 })
    if (tree.status === 'ok') expectTypeOf(tree.rows).toEqualTypeOf<readonly TreeRow[]>()
    const bounds = await project.inspect({ view: 'bounds' })
    if (bounds.status === 'ok') expectTypeOf(bounds.bounds).toEqualTypeOf<Bounds | null>()
    const order = await project.inspect({ view: 'order' })
    if (order.status === 'ok') expectTypeOf(order.level).toEqualTypeOf<string>()
    const found = await project.inspect({ view: 'at', x: 0, y: 0 })
    if (found.status === 'ok') expectTypeOf(found.rows).toEqualTypeOf<readonly string[]>()
    const difference = await project.inspect({ view: 'difference' })
    if (difference.status === 'ok') {
      expectTypeOf(difference.added).toEqualTypeOf<number>()
      expectTypeOf(difference.omitted).toEqualTypeOf<{ readonly [pointer: string]: number } | undefined>()
    }
    // @ts-expect-error: a refusal has no rows
    tree.rows
  })

  test('an entity by its type', async () => {
    const entity = await project.inspect({ view: 'entity', name: 'a' })
    if (entity.status !== 'ok') return
    expectTypeOf(entity.children).toEqualTypeOf<readonly string[]>()
    if (entity.type === 'circle') expectTypeOf(entity.local.geometry.radius).toEqualTypeOf<number>()
    if (entity.type === 'group') expectTypeOf(entity.local.geometry).toEqualTypeOf<null>()
  })

  test('a measure by what is measured', async () => {
    const one = await project.inspect({ view: 'measure', name: 'a' })
    if (one.status === 'ok') expectTypeOf(one.area).toEqualTypeOf<number | null>()
    const two = await project.inspect({ view: 'measure', name: 'a', other: 'b' })
    if (two.status === 'ok') expectTypeOf(two.distance).toEqualTypeOf<number>()
    const points = await project.inspect({
      view: 'measure',
      points: [
        [0, 0],
        [1, 1],
      ],
    })
    if (points.status === 'ok' && points.distance !== undefined)
      expectTypeOf(points.distances).toEqualTypeOf<undefined>()
  })

  test('any of them where the question is not known', () => {
    const answer = {} as InspectResult
    if (answer.status !== 'ok') return
    expectTypeOf(answer.view).toEqualTypeOf<InspectArguments['view']>()
    if (answer.view === 'order') expectTypeOf(answer.level).toEqualTypeOf<string>()
    // @ts-expect-error: not every view has rows
    answer.rows
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
    project.on('commit', ({ scene }) => expectTypeOf(scene).toEqualTypeOf<CommittedScene | undefined>())
    project.on('commit', ({ transactionId, files }) => {
      expectTypeOf(transactionId).toEqualTypeOf<string>()
      expectTypeOf(files).toEqualTypeOf<readonly string[]>()
    })
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

describe('events while a project is at work', () => {
  test('events', () => {
    project.on('commit', (event) => {
      expectTypeOf(event.tool).toEqualTypeOf<string>()
      expectTypeOf(event.undoes).toEqualTypeOf<string | undefined>()
      expectTypeOf(event.origin).toEqualTypeOf<'call' | 'session' | 'process'>()
    })
    project.on('stale', (event) => expectTypeOf(event.error).toEqualTypeOf<ErrorDetails>())
    project.on('disk', (event) => expectTypeOf(event.scene).toEqualTypeOf<CommittedScene | undefined>())
    assertType<Promise<RunResult>>(
      project.run({ onEvent: (event) => expectTypeOf(event.callId).toEqualTypeOf<number>() }),
    )
    // @ts-expect-error: there is no such event
    project.on('commits', () => {})
  })

  test('an earlier commit may be asked', () => {
    assertType<Promise<RenderResult>>(project.render({ at: 'id', highlight: 'last_change' }))
    assertType<Promise<RenderResult>>(project.render({ highlight: 'id' }))
    const tree = project.inspect({ view: 'tree', at: 'id' })
    expectTypeOf<Extract<Awaited<typeof tree>, { status: 'ok' }>['rows']>().toEqualTypeOf<readonly TreeRow[]>()
  })
})

describe('a server of one’s own', () => {
  test('takes a project, several, or a workspace, and a transport of the SDK', () => {
    const workspace = {} as Workspace
    assertType<McpServer>(createMcpServer(project, { prefix: 'a_', readOnly: true, tools: ['read'] }))
    assertType<McpServer>(createMcpServer({ a: project }))
    const server = createMcpServer(workspace)
    assertType<Promise<void>>(server.connect({} as Transport))
    assertType<Promise<Response>>(server.fetch(new Request('http://localhost')))
    // @ts-expect-error: a folder is no project
    createMcpServer('town')
  })

  test('sends answers that the SDK takes', async () => {
    const result = toCallToolResult(await project.callTool('read', { file: 'main' }))
    expectTypeOf(result).toExtend<CallToolResult>()
    expectTypeOf(toolDefinitions('scene', { outputSchemas: true })).toEqualTypeOf<ToolDefinition[]>()
  })
})

describe('parameters and rules', () => {
  test('are values by name, given to a run', () => {
    void project.run({ parameters: { width: 80, rounded: true, wood: 'oak' } })
    void project.run({ signal: AbortSignal.abort() })
    void project.run({ parameters: {} }, { signal: AbortSignal.abort() })
    void project.check({ parameters: { width: 80 } })
    void project.render({ parameters: { width: 80 } })
    void project.export({ format: 'svg', parameters: { width: 80 } })
    // @ts-expect-error: a value is a number, a string, or true or false
    void project.run({ parameters: { width: [80] } })
    // @ts-expect-error: apply keeps the values of the last run
    void project.apply({ changes: [], parameters: {} })
  })

  test('are pages of inspect', () => {
    type Parameters = InspectResult<{ view: 'parameters' }>
    type Rows = Extract<Parameters, { status: 'ok' }>['rows'][number]
    expectTypeOf<Rows['value']>().toEqualTypeOf<number | string | boolean>()
    type Rules = Extract<InspectResult<{ view: 'rules' }>, { status: 'ok' }>['rows'][number]
    expectTypeOf<Rules['line']>().toEqualTypeOf<number>()
  })
})
