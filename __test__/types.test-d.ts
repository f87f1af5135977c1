// The published types, as a user meets them.
import { assertType, describe, expectTypeOf, test } from 'vitest'

import type { CallToolResult, Transport } from '@modelcontextprotocol/server'

import {
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
  type SceneFailure,
  type SceneErrorCode,
  type SceneBytes,
  type FailureGroup,
  type Warning,
  type FileErrorCode,
  type ExportResult,
  type SceneFileChange,
  type FileEditResult,
  type FileFailure,
  type SceneHistoryEntry,
  type InspectArguments,
  type InspectResult,
  type EmbeddedMcpServer,
  type HistoryResult,
  type NameList,
  type OldAndNewText,
  type ProposedChange,
  type RedoResult,
  type Refused,
  type Replacement,
  type SceneChanges,
  type SceneToolName,
  type FileToolName,
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
      expectTypeOf(result.commitId).toEqualTypeOf<string>()
      expectTypeOf(result.change).toEqualTypeOf<'created' | 'updated'>()
      expectTypeOf(result.ok).toEqualTypeOf<true>()
      expectTypeOf(result.replacements).toEqualTypeOf<number>()
      // @ts-expect-error: a committed change has no error
      result.error
    } else {
      expectTypeOf(result.error).toEqualTypeOf<SceneFailure>()
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
      expectTypeOf(applied.files).toEqualTypeOf<readonly SceneFileChange[]>()
      expectTypeOf(applied.scene).toEqualTypeOf<CommittedScene | undefined>()
      expectTypeOf(applied.commitId).toEqualTypeOf<string>()
      // @ts-expect-error: an apply takes nothing back
      applied.undoneCommitId
    }
    const undone = {} as UndoResult
    if (undone.status === 'committed') {
      expectTypeOf(undone.undoneCommitId).toEqualTypeOf<string>()
      // @ts-expect-error: the first write undone leaves no scene
      undone.scene.entities
    }
    const redone = {} as RedoResult
    if (redone.status === 'committed') expectTypeOf(redone.redoneCommitId).toEqualTypeOf<string>()
  })

  test('a check commits nothing', () => {
    expectTypeOf<CheckResult['status']>().toEqualTypeOf<'ok' | 'reverted' | 'refused'>()
    const checked = {} as CheckResult
    if (checked.status === 'ok') {
      expectTypeOf(checked.png).toEqualTypeOf<SceneBytes | undefined>()
      // @ts-expect-error: what was not committed has no id
      checked.scene?.sceneId
    } else {
      expectTypeOf(checked.error).toEqualTypeOf<SceneFailure>()
    }
  })

  test('the history', () => {
    expectTypeOf<HistoryResult['status']>().toEqualTypeOf<'ok' | 'refused'>()
    const history = {} as HistoryResult
    if (history.status === 'ok') {
      expectTypeOf(history.rows).toEqualTypeOf<readonly SceneHistoryEntry[]>()
      expectTypeOf(history.nextOffset).toEqualTypeOf<number | undefined>()
    }
  })

  test('questions', () => {
    expectTypeOf<ReadResult['status']>().toEqualTypeOf<'ok' | 'refused'>()
    const read = {} as ReadResult
    // @ts-expect-error: the code is there only when it was read
    read.text
    if (read.status === 'ok') expectTypeOf(read.text).toEqualTypeOf<string>()
  })

  test('pictures and files', () => {
    const picture = {} as RenderResult
    if (picture.status === 'ok') {
      expectTypeOf(picture.png).toExtend<Buffer>()
      new Response(picture.png)
      new Blob([picture.png])
      expectTypeOf(picture.byteLength).toEqualTypeOf<number>()
      expectTypeOf(picture.sceneId).toEqualTypeOf<string>()
    }
    const file = {} as ExportResult
    if (file.status === 'ok') {
      expectTypeOf(file.byteLength).toEqualTypeOf<number>()
      expectTypeOf(file.sceneId).toEqualTypeOf<string>()
      if (file.path === undefined) expectTypeOf(file.text).toEqualTypeOf<string>()
      else expectTypeOf(file.text).toEqualTypeOf<undefined>()
    }
  })

  test('a write creates or replaces, and has no scene without main', () => {
    const written = {} as WriteResult
    if (written.status !== 'committed') return
    expectTypeOf(written.change).toEqualTypeOf<'created' | 'updated'>()
    expectTypeOf(written.scene).toEqualTypeOf<CommittedScene | undefined>()
    const ran = {} as RunResult
    if (ran.status === 'committed') expectTypeOf(ran.scene).toEqualTypeOf<CommittedScene>()
  })

  test('changes of a scene are names and their number', () => {
    const { added } = {} as SceneChanges
    expectTypeOf(added).toEqualTypeOf<NameList>()
    expectTypeOf(added.total).toEqualTypeOf<number>()
    expectTypeOf(added.names).toEqualTypeOf<readonly string[]>()
    expectTypeOf<CommittedScene['moreLayers']>().toEqualTypeOf<number | undefined>()
  })

  test('a refusal has one shape in both classes', () => {
    expectTypeOf<Extract<EditResult, { status: 'refused' }>>().toExtend<Refused>()
    expectTypeOf<Extract<ReadResult, { status: 'refused' }>>().toExtend<Refused>()
    expectTypeOf<Extract<FileEditResult, { status: 'refused' }>>().toExtend<Refused<FileFailure>>()
    expectTypeOf<Extract<TransactionResult<1>, { status: 'refused' }>>().toEqualTypeOf<Refused<FileFailure>>()
    expectTypeOf<Refused['warnings']>().toEqualTypeOf<readonly Warning[]>()
  })

  test('warnings and logs are always there', () => {
    expectTypeOf<EditResult['warnings']>().toEqualTypeOf<readonly Warning[]>()
    expectTypeOf<ReadResult['logs']>().toEqualTypeOf<readonly string[]>()
  })

  test('codes are open, and groups are closed', () => {
    expectTypeOf<'timeout' | 'a_later_one'>().toExtend<SceneErrorCode>()
    expectTypeOf<'not_permitted' | 'a_later_one'>().toExtend<FileErrorCode>()
    const group = {} as FailureGroup
    switch (group) {
      case 'script':
      case 'limit':
      case 'refusal':
      case 'cancelled':
      case 'internal':
        break
      default:
        expectTypeOf(group).toEqualTypeOf<never>()
    }
  })
})

describe('arguments', () => {
  test('camel case, and no wire names', () => {
    assertType<Promise<EditResult>>(project.edit({ file: 'main', oldText: 'a', newText: 'b', replaceAll: true }))
    // @ts-expect-error: wire names belong to callTool
    project.edit({ file: 'main', old_code: 'a', new_code: 'b' })
    // @ts-expect-error: newText is missing
    project.edit({ file: 'main', oldText: 'a' })
    project.multiEdit({ file: 'main', edits: [{ oldText: 'a', newText: '' }] })
  })

  test('a change of several files says what it is, or its fields do', () => {
    assertType<ProposedChange[]>([
      { file: 'main', oldText: 'a', newText: 'b', expectedReplacements: 2 },
      { type: 'write', file: 'gear', text: '' },
      { type: 'delete', file: 'wheel' },
      { from: 'gear', to: 'cog' },
    ])
    // @ts-expect-error: an edit has no text of a whole file
    assertType<ProposedChange>({ file: 'main', oldText: 'a', newText: 'b', text: 'c' })
    // @ts-expect-error: an edit has both texts
    assertType<ProposedChange>({ file: 'main', oldText: 'a', text: 'c' })
    // @ts-expect-error: a delete needs its type
    assertType<ProposedChange>({ file: 'wheel' })
    // @ts-expect-error: wire names belong to callTool
    assertType<ProposedChange>({ type: 'edit', file: 'main', old_code: 'a', new_code: 'b' })
    project.apply({ changes: [{ type: 'rename', from: 'gear', to: 'cog' }], message: 'a better name' })
    // @ts-expect-error: a check is not in the history, so it has no message
    project.check({ changes: [], message: 'x' })
    project.undo()
    project.redo({ commitId: '0', force: true })
    project.history({ offset: 20, limit: 10 })
    Project.open({ historyBytes: 1 << 20 })
    Project.open({ fonts: { system: false, dirs: ['fonts'] } })
    // @ts-expect-error: the folders are a list
    Project.open({ fonts: { dirs: 'fonts' } })
  })

  test('a signal on every method', () => {
    const options = { signal: new AbortController().signal }
    project.files({ ...options })
    project.read({ file: 'main', ...options })
    project.run(options)
    project.summary(options)
    project.apply({ changes: [], ...options })
    project.check({ changes: [], ...options })
    project.history({ ...options })
    project.undo({ ...options })
    project.redo({ ...options })
    project.callTool('run', {}, options)
  })

  test('an export has its format, and a DXF its text', () => {
    project.export({ format: 'dxf', text: 'text', toExports: 'a.dxf' })
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
    project.edit({ file: 'main', oldText: 'a', newText: 'b', replaceAll: undefined, signal: undefined })
    project.render({ width: undefined, fit: undefined, highlight: undefined, before: undefined, layers: undefined })
    project.render({ fit: ['a', 'b*'], grid: 10, rulers: true, labels: ['a'], layers: ['0'], hairlines: true })
    project.check({ changes: [], size: 'off', fit: 'last_change', before: true })
    // @ts-expect-error: a size has two sides
    project.check({ changes: [], size: [100] })
    // @ts-expect-error: the picture is that of check
    project.apply({ changes: [], size: 'off' })
    project.inspect({ view: 'tree', name: undefined, limit: undefined })
    project.apply({ changes: [{ type: undefined, from: 'gear', to: 'cog' }], message: undefined })
    Project.open({ root: undefined, limits: { timeMs: undefined }, fonts: undefined, session: undefined })
    Workspace.open({ root: '.', limits: undefined, confirm: undefined, correct: undefined, permission: undefined })
  })

  test('a replacement has two texts', () => {
    assertType<Replacement>({ oldText: 'a', newText: 'b', replaceAll: true })
    assertType<OldAndNewText>({ oldText: 'a', newText: 'b' })
    // @ts-expect-error: both texts are needed
    assertType<Replacement>({ oldText: 'a' })
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

  test('a measure has the type of its arguments', async () => {
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
    Project.open({ readFirst: 'strict' })
  })

  test('events carry their own payload', () => {
    project.on('commit', ({ scene }) => expectTypeOf(scene).toEqualTypeOf<CommittedScene | undefined>())
    project.on('commit', ({ commitId, files }) => {
      expectTypeOf(commitId).toEqualTypeOf<string | undefined>()
      expectTypeOf(files).toEqualTypeOf<readonly SceneFileChange[]>()
    })
    project.on('revert', ({ error }) => expectTypeOf(error).toEqualTypeOf<SceneFailure>())
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
  expectTypeOf(toolDefinitions('scene')).toEqualTypeOf<ToolDefinition<SceneToolName>[]>()
  expectTypeOf(toolDefinitions('files')).toEqualTypeOf<ToolDefinition<FileToolName>[]>()
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
      expectTypeOf(event.undoesCommitId).toEqualTypeOf<string | undefined>()
      expectTypeOf(event.origin).toEqualTypeOf<'call' | 'session' | 'process'>()
    })
    project.on('broken', (event) => expectTypeOf(event.error).toEqualTypeOf<SceneFailure>())
    project.on('externalEdit', (event) => expectTypeOf(event.scene).toEqualTypeOf<CommittedScene | undefined>())
    assertType<Promise<RunResult>>(
      project.run({ onEvent: (event) => expectTypeOf(event.callId).toEqualTypeOf<number>() }),
    )
    // @ts-expect-error: there is no such event
    project.on('commits', () => {})
  })

  test('an earlier commit may be asked', () => {
    assertType<Promise<RenderResult>>(project.render({ commit: 'id', highlight: 'last_change' }))
    assertType<Promise<RenderResult>>(project.render({ highlight: 'id' }))
    const tree = project.inspect({ view: 'tree', commit: 'id' })
    expectTypeOf<Extract<Awaited<typeof tree>, { status: 'ok' }>['rows']>().toEqualTypeOf<readonly TreeRow[]>()
  })
})

describe('a server of one’s own', () => {
  test('takes a project, several, or a workspace, and a transport of the SDK', () => {
    const workspace = {} as Workspace
    assertType<EmbeddedMcpServer>(createMcpServer(project, { prefix: 'a_', readOnly: true, tools: ['read'] }))
    assertType<EmbeddedMcpServer>(createMcpServer({ a: project }))
    const server = createMcpServer(workspace)
    assertType<Promise<void>>(server.connect({} as Transport))
    assertType<Promise<Response>>(server.fetch(new Request('http://localhost')))
    // @ts-expect-error: a folder is no project
    createMcpServer('town')
    assertType<EmbeddedMcpServer>(createMcpServer([workspace, { a: project }]))
    // @ts-expect-error: several projects have names
    createMcpServer([project, project])
    // @ts-expect-error: a server has one workspace
    createMcpServer([workspace, workspace])
  })

  test('sends answers that the SDK takes', async () => {
    const result = toCallToolResult(await project.callTool('read', { file: 'main' }))
    expectTypeOf(result).toExtend<CallToolResult>()
    expectTypeOf(toolDefinitions('scene', { outputSchemas: true })).toExtend<ToolDefinition[]>()
  })
})

describe('parameters and rules', () => {
  test('are values by name, given to a run', () => {
    void project.run({ parameters: { width: 80, rounded: true, wood: 'oak' } })
    void project.run({ signal: AbortSignal.abort() })
    void project.run({ parameters: {}, signal: AbortSignal.abort() })
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
