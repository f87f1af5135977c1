// The additions of a host to a server of ours, and its options.
import { createServer, request as ask, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'

import {
  createMcpServer,
  files,
  Project,
  scene,
  toNodeListener,
  toolDefinitions,
  Workspace,
  type McpServerOptions,
} from 'scenewright'
import { atEnd, eventually, projectOf, scratch } from './support.js'

const MAIN = "drawCircle('dot', 0, 0, 4)\n"

async function opened(): Promise<Project> {
  const project = await Project.open({ root: projectOf({ main: MAIN }) })
  atEnd(() => project.close({ cancel: true }))
  return project
}

type Served = Parameters<typeof createMcpServer>[0]

async function clientOf(served: Served, options?: McpServerOptions): Promise<Client> {
  const server = createMcpServer(served, options)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '0.0.0' })
  await Promise.all([server.connect(ours), client.connect(theirs)])
  atEnd(() => client.close())
  return client
}

const firstText = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? ''

describe('tools of the host', () => {
  test('are listed and called beside ours; their exceptions reach the model', async () => {
    const calls: unknown[] = []
    const client = await clientOf(await opened(), {
      prefix: 'plan_',
      extraTools: [
        { name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' }, call: (args) => args },
        {
          name: 'fail',
          description: 'Fails.',
          inputSchema: { type: 'object' },
          call: () => {
            throw new Error('no paper left')
          },
        },
      ],
      onCall: ({ tool, ok }) => void calls.push([tool, ok]),
    })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['plan_edit', 'echo', 'fail']))
    expect(firstText(await client.callTool({ name: 'echo', arguments: { a: 1 } }))).toBe('{"a":1}')
    const failed = await client.callTool({ name: 'fail', arguments: {} })
    expect([failed.isError, firstText(failed)]).toEqual([true, 'no paper left'])
    await client.callTool({ name: 'plan_inspect', arguments: { view: 'info' } })
    expect(calls).toEqual([
      ['echo', true],
      ['fail', false],
      ['plan_inspect', true],
    ])
  })

  test.each<[string, unknown, RegExp]>([
    ['that are no list', {}, /extraTools must be an array of tools, got an object/],
    ['with our name', [{ name: 'edit', description: '', inputSchema: {}, call() {} }], /there is another tool 'edit'/],
    ['without a name', [{ description: '' }], /extraTools\[0\]: name must be 1 to 64 letters/],
    ['without words', [{ name: 'a', inputSchema: {}, call() {} }], /description must be a text for the model/],
    ['without arguments', [{ name: 'a', description: '', call() {} }], /inputSchema must be a JSON schema/],
    ['that cannot be called', [{ name: 'a', description: '', inputSchema: {} }], /call must be a function/],
  ])('%s are refused', async (_, extraTools, words) => {
    const project = await opened()
    expect(() => createMcpServer(project, { extraTools } as never)).toThrow(words)
  })

  test('an unknown option is refused with the known ones', async () => {
    const project = await opened()
    const words = /there is no option 'extratools'\. Did you mean extraTools\? Options: .*onCall, binaries/
    expect(() => createMcpServer(project, { extratools: [] } as never)).toThrow(words)
    expect(() => createMcpServer(project, { tools: ['veiw' as never] })).toThrow(/there is no tool 'veiw'.*view/)
    expect(createMcpServer(project, { tools: ['view'] })).toBeDefined()
  })
})

describe('a project and a workspace', () => {
  test('are served by one server, with the resources of both', async () => {
    const project = await opened()
    const workspace = await Workspace.open({ root: project.root, historyDir: scratch() })
    atEnd(() => workspace.close())
    const client = await clientOf([project, workspace])
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['edit', 'Edit', 'render', 'Grep']))
    expect(client.getInstructions()).toContain(project.root)
    const { resources } = await client.listResources()
    expect(new Set(resources.map(({ uri }) => new URL(uri).protocol)).size).toBeGreaterThan(1)
    for (const { uri } of resources.slice(0, 3)) {
      expect((await client.readResource({ uri })).contents.length).toBeGreaterThan(0)
    }
  })

  test('are one of each', async () => {
    const [one, other] = [await opened(), await opened()]
    expect(() => createMcpServer([one, other] as never)).toThrow(/one workspace, and one project/)
    expect(() => createMcpServer([one] as never)).toThrow(/one workspace, and one project/)
  })
})

test('a question of a client comes after its own changes, and before the changes of others', async () => {
  const project = await Project.open({ root: projectOf({ main: MAIN }), limits: { timeMs: 600_000 } })
  atEnd(() => project.close({ cancel: true }))
  const server = createMcpServer(project)
  const clients = await Promise.all(
    [1, 2].map(async () => {
      const [ours, theirs] = InMemoryTransport.createLinkedPair()
      const client = new Client({ name: 'test', version: '0.0.0' })
      await Promise.all([server.connect(ours), client.connect(theirs)])
      atEnd(() => client.close())
      return client
    }),
  )
  const [one, other] = clients as [Client, Client]
  const info = { name: 'inspect', arguments: { view: 'info' } }
  await other.callTool(info)
  // A change that only its end by the client ends.
  const ending = new AbortController()
  const begun = new Promise((resolve) => project.on('log', resolve))
  const code = `console.log('begun')\nfor (;;);\n`
  const write = one.callTool({ name: 'write', arguments: { file: 'main', code } }, { signal: ending.signal })
  const ended = expect(write).rejects.toThrow()
  let isAnswered = false
  const own = one.callTool(info).finally(() => (isAnswered = true))
  await begun
  expect(firstText(await other.callTool(info))).toContain('"entities":1')
  expect(isAnswered).toBe(false)
  ending.abort()
  await ended
  expect(firstText(await own)).toContain('"entities":1')
  // A change that is made is seen by the question that was sent after it.
  const drawn = { file: 'main', code: `${MAIN}drawCircle('ring', 0, 0, 9)\n` }
  const [, seen] = await Promise.all([one.callTool({ name: 'write', arguments: drawn }), one.callTool(info)])
  expect(firstText(seen)).toContain('"entities":2')
})

describe('toNodeListener', () => {
  async function listening(listener: RequestListener): Promise<number> {
    const http = createServer(listener).listen(0, '127.0.0.1')
    atEnd(() => void (http.closeAllConnections(), http.close()))
    await new Promise((resolve) => void http.once('listening', resolve))
    return (http.address() as AddressInfo).port
  }

  const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const message = (id: number, method: string, params: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '0' } }

  test('answers clients that the host knows, each in separate sessions', async () => {
    const server = createMcpServer(await opened())
    atEnd(() => server.close())
    const client = ({ headers }: { headers: { [name: string]: string | string[] | undefined } }): string | null =>
      typeof headers['authorization'] === 'string' ? headers['authorization'] : null
    const port = await listening(toNodeListener(server, { client }))
    const post = (authorization: string | undefined, body: string, session?: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers: { ...HEADERS, ...(authorization && { authorization }), ...(session && { 'mcp-session-id': session }) },
      })
    expect((await post(undefined, message(1, 'initialize', INITIALIZE))).status).toBe(401)
    const begun = await post('ada', message(1, 'initialize', INITIALIZE))
    expect([begun.status, await begun.text()]).toEqual([200, expect.stringContaining('"serverInfo"')])
    const session = begun.headers.get('mcp-session-id') ?? ''
    expect((await post('bob', message(2, 'tools/list', {}), session)).status).toBe(404)
    expect((await post('ada', message(2, 'tools/list', {}), session)).status).toBe(200)
  })

  test('cancels the call of a client that goes away', async () => {
    const aborted: string[] = []
    const server = createMcpServer(await opened(), {
      extraTools: [
        {
          name: 'wait',
          description: 'Waits.',
          inputSchema: { type: 'object' },
          call: (_, { signal }) =>
            new Promise((resolve) => {
              aborted.push('begun')
              ;(signal as AbortSignal).addEventListener('abort', () => {
                aborted.push('aborted')
                resolve('')
              })
            }),
        },
      ],
    })
    atEnd(() => server.close())
    const port = await listening(toNodeListener(server))
    const url = `http://127.0.0.1:${port}/`
    const begun = await fetch(url, { method: 'POST', headers: HEADERS, body: message(1, 'initialize', INITIALIZE) })
    const session = begun.headers.get('mcp-session-id') ?? ''
    const asked = ask(url, { method: 'POST', headers: { ...HEADERS, 'mcp-session-id': session } })
    asked.on('error', () => {})
    asked.end(message(2, 'tools/call', { name: 'wait', arguments: {} }))
    await eventually('the call has begun', () => aborted.length === 1)
    asked.destroy()
    await eventually('the call is aborted', () => aborted.length === 2)
  })

  test('refuses what it cannot use', async () => {
    expect(() => toNodeListener({} as never)).toThrow(/expected a server of createMcpServer, got an object/)
    const server = createMcpServer(await opened())
    expect(() => toNodeListener(server, { cleint: () => '' } as never)).toThrow(/Did you mean client/)
    expect(() => toNodeListener(server, { origin: 'here' })).toThrow(/origin must be an address/)
  })
})

test('definitions of tools have a prefix, and both subjects have a name', async () => {
  const names = toolDefinitions('files', { prefix: 'repo_' }).map(({ name }) => name)
  expect(names).toContain('repo_Read')
  expect(() => toolDefinitions('scene', { prefix: 'a b' })).toThrow(/prefix must be at most 40/)
  expect(files.toolDefinitions().map(({ name }) => `repo_${name}`)).toEqual(names)
  expect([files.Workspace, scene.Project]).toEqual([Workspace, Project])
  const project = await scene.open({ root: projectOf({ main: MAIN }) })
  const workspace = await files.open({ root: project.root, historyDir: scratch(), readFirst: 'off' })
  const events = workspace.events({ names: ['edit'] })
  const seen: string[] = []
  workspace.once('edit', ({ path }) => void seen.push(path))
  for (const text of ['1\n', '2\n']) await workspace.write({ path: 'a.txt', text })
  await eventually('the event is there', () => seen.length > 0)
  expect(await workspace.close()).toBeUndefined()
  expect(await workspace.close()).toBeUndefined()
  expect(() => workspace.on('edit', () => {})).toThrow(/closed/)
  for await (const event of events) seen.push(event.type)
  expect(seen).toEqual(['a.txt', 'edit', 'edit'])
  await project.close()
})

test('stacks name the classes as users do', async () => {
  const error = await Project.open({ root: 1 as never }).then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  expect(error?.stack).not.toMatch(/_Project/)
})
