// The types of sessions, events, servers and the two namespaces, as a user meets them.
import { createServer } from 'node:http'

import { expectTypeOf, test } from 'vitest'

import {
  createMcpServer,
  files,
  type Project,
  type ProjectEvents,
  scene,
  type SceneHistoryEntry,
  toNodeListener,
  toolDefinitions,
  type Workspace,
} from 'scenewright'

declare const project: Project
declare const workspace: Workspace

test('changes take a base, and questions do not', () => {
  void project.edit({ file: 'main', oldText: 'a', newText: 'b', base: 'id', signal: AbortSignal.timeout(1) })
  void project.undo({ author: 'self', base: 'id' })
  // @ts-expect-error a question changes nothing
  void project.render({ base: 'id' })
  // @ts-expect-error of whom there are two
  void project.undo({ author: 'me' })
  expectTypeOf(project.session({ readFirst: 'require' })).toEqualTypeOf<Project>()
  void workspace.edit({ path: 'a', oldText: 'a', newText: 'b', base: 'id' })
  void workspace.transaction(() => {}, { base: 'id' })
  // @ts-expect-error a question changes nothing
  void workspace.read({ path: 'a', base: 'id' })
  expectTypeOf(workspace.session({ confirm: () => 'proceed' })).toEqualTypeOf<Workspace>()
  // @ts-expect-error the roots are those of all sessions
  workspace.session({ root: 'other' })
  // @ts-expect-error the seed is one of the whole folder's scene
  project.session({ seed: 1 })
  expectTypeOf<Awaited<ReturnType<Project['undoStack']>>['undo'][number]>().toEqualTypeOf<SceneHistoryEntry>()
})

test('every answer names the commit that a change can be based on', async () => {
  const read = await workspace.read({ path: 'a' })
  if (read.ok) void workspace.write({ path: 'a', text: '', base: read.commitId })
  const summary = await project.summary()
  if (summary.ok) void project.run({ base: summary.commitId })
  const page = await workspace.history()
  if (page.ok) expectTypeOf(page.commitId).toEqualTypeOf<string>()
})

test('events have the types of their names', async () => {
  project.on('commit', async ({ canUndo }) => expectTypeOf(canUndo).toEqualTypeOf<boolean>(), { once: true })
  for await (const event of project.events({ names: ['commit', 'revert'] })) {
    expectTypeOf(event).toEqualTypeOf<ProjectEvents['commit'] | ProjectEvents['revert']>()
  }
  for await (const { type } of workspace.events()) expectTypeOf(type).toExtend<string>()
  // @ts-expect-error there is no such event
  project.events({ names: ['comit'] })
})

test('servers take tools by their names, and tools of the host', () => {
  const server = createMcpServer([project, workspace], {
    tools: ['edit', 'Read', 'view'],
    extraTools: [
      {
        name: 'price',
        description: '',
        inputSchema: { type: 'object' },
        call: async ({ pieces }, { signal }) => {
          expectTypeOf(pieces).toEqualTypeOf<unknown>()
          return (await project.summary({ signal })).ok
        },
      },
    ],
    onCall: ({ tool, durationMs }) => console.log(tool, durationMs.toFixed()),
  })
  // @ts-expect-error a misspelt name
  createMcpServer(project, { tools: ['veiw'] })
  createServer(toNodeListener(server, { client: (request) => request.headers['authorization']?.toString() }))
})

test('definitions have the names with their prefix', () => {
  expectTypeOf(toolDefinitions('scene', { prefix: 'plan_' })[0]?.name).toExtend<`plan_${string}` | undefined>()
  expectTypeOf(files.toolDefinitions()[0]?.name).toExtend<string | undefined>()
  expectTypeOf(scene.open).returns.toEqualTypeOf<Promise<Project>>()
  expectTypeOf<scene.EditResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
  expectTypeOf<files.FileEditResult['ok']>().toEqualTypeOf<boolean>()
})
