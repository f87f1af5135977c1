// A server of one's own: `createMcpServer`, `toCallToolResult`, and the file tools behind both protocols.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'

import { createMcpServer, toCallToolResult, toolDefinitions, Workspace, type McpServerOptions } from 'scenewright'
import { callChecked, clientOf, connectWithin, ERAS, follow, notices, textsOf } from './mcp-support.js'
import { atEnd, eventually, openProject, projectOf, scratch } from './support.js'

type Part = { readonly type: string; readonly text?: string }

const MAIN = "drawCircle('dot', 0, 0, 4)\n"

async function workspaceOf(files: Record<string, string | Buffer>): Promise<{ root: string; workspace: Workspace }> {
  const root = realpathSync(scratch())
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  const workspace = await Workspace.open({ root, historyDir: join(scratch(), 'state') })
  atEnd(() => workspace.close())
  return { root, workspace }
}

describe('an answer', () => {
  test.each([
    ['read', { file: 'main', numbered: true }],
    ['grep', { pattern: 'draw' }],
    ['describe', {}],
    ['inspect', { view: 'info' }],
    ['render', { width: 200, height: 100 }],
    ['edit', { file: 'main', old_code: 'nowhere', new_code: '' }],
    ['nothing', {}],
    ['read', { file: 7 }],
  ])('of %s %j is in the form of the protocol what the own server answers', async (name, args) => {
    const project = await openProject(projectOf({ main: MAIN }))
    await project.run()
    const made = toCallToolResult(await project.callTool(name, args))
    const client = await connectWithin(project)
    if (name === 'nothing') {
      await expect(client.callTool({ name, arguments: args })).rejects.toThrow(/Unknown tool/)
      return expect(made).toMatchObject({ isError: true })
    }
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
    // A server also has a folder for pictures, and names their paths.
    const isPlace = ({ type, text = '' }: Part): boolean => type === 'resource_link' || text.includes('The file: ')
    const parts = (content as Part[]).filter((part) => !isPlace(part))
    const own = (made.content as Part[]).filter(({ text = '' }) => !text.startsWith('Picture of'))
    expect(structuredContent).toBeUndefined()
    expect({ ...made, content: own }).toEqual({ content: parts, isError })
  })

  test('of a file tool too, without its display texts in the structure', async () => {
    const { workspace } = await workspaceOf({ 'a.txt': 'one\n' })
    const made = toCallToolResult(await workspace.callTool('Read', { file_path: 'a.txt' }), { structuredContent: true })
    expect(made).toMatchObject({ isError: false, structuredContent: { result: true, content: 'one\n' } })
    expect(made.structuredContent).not.toHaveProperty('assistant')
    const missing = await workspace.callTool('Read', { file_path: 'none.txt' })
    const refused = toCallToolResult(missing, { structuredContent: true })
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('kind: not_found') }] })
    expect(refused).not.toHaveProperty('structuredContent')
  })

  test.each([[undefined], [7], [{}], [{ success: 1 }], [[]]])('that is none is refused: %j', (answer) => {
    expect(() => toCallToolResult(answer as never)).toThrow(/toCallToolResult: the answer must be what callTool gave/)
  })

  test('that lost its text on the way is still complete', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    const copy = JSON.parse(JSON.stringify(await project.callTool('read', { file: 'main' })))
    const { content, structuredContent } = toCallToolResult(copy, { structuredContent: true })
    expect(JSON.parse((content[0] as { text: string }).text)).toEqual(structuredContent)
  })
})

describe('a server', () => {
  test('of the SDK may be made of the definitions and the answers', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    const tools = toolDefinitions('scene', { outputSchemas: true })
    const without = tools.filter(({ outputSchema }) => outputSchema?.type !== 'object').map(({ name }) => name)
    expect(without).toEqual(['check', 'render'])
    expect(toolDefinitions('scene').some((tool) => 'outputSchema' in tool)).toBe(false)
    const server = new Server({ name: 'mine', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: tools as never }))
    server.setRequestHandler('tools/call', async ({ params }) =>
      toCallToolResult(await project.callTool(params.name, params.arguments), { structuredContent: true }),
    )
    const { InMemoryTransport } = await import('@modelcontextprotocol/client')
    const [own, other] = InMemoryTransport.createLinkedPair()
    await server.connect(other)
    const client = clientOf('2025-11-25')
    await client.connect(own)
    atEnd(() => client.close())
    expect((await callChecked(client, 'glob')).isError).toBe(false)
  })

  test.each(ERAS)('answers requests of Fetch in the protocol of %s', async (era) => {
    const server = createMcpServer({ part: await openProject(projectOf({ main: MAIN })) }, { readOnly: true })
    atEnd(() => server.close())
    const client = clientOf(era)
    const send = (url: string | URL, init?: RequestInit): Promise<Response> =>
      server.fetch(new Request(url, init), { client: 'ada' })
    await client.connect(new StreamableHTTPClientTransport(new URL('http://host.example/mcp'), { fetch: send }))
    atEnd(() => client.close())
    const result = await client.callTool({ name: 'read', arguments: { project: 'part', file: 'main' } })
    expect(textsOf(result.content)).toContain('drawCircle')
  })

  test('that was closed answers no request, and the project stays open', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    const server = createMcpServer(project)
    await server.close()
    await expect(server.fetch(new Request('http://host.example/mcp'))).rejects.toThrow(/closed/)
    expect((await project.files()).status).toBe('ok')
  })

  test.each<[unknown, unknown, RegExp]>([
    [undefined, {}, /expected a Project, a Workspace/],
    [{}, {}, /expected 1 to 100 projects, got 0/],
    [{ 'a b': 'project' }, {}, /the name of a project has 1 to 64/],
    [{ a: 7 }, {}, /'a' is a number/],
    ['project', { prefix: 'a b' }, /prefix must be/],
    ['project', { readOnly: 'yes' }, /readOnly must be true or false/],
    ['project', { tools: 'read' }, /tools must be an array/],
    ['project', { tools: ['read', 'raed'] }, /there is no tool 'raed'\. Tools: glob/],
    ['project', { readonly: true }, /there is no option 'readonly'/],
    ['project', 7, /the options must be an object/],
  ])('over %j with %j is refused', async (opened, options, words) => {
    const project = await openProject(projectOf({ main: MAIN }))
    const filled = (value: unknown): unknown =>
      value === 'project'
        ? project
        : typeof value === 'object' && value
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner)]))
          : value
    expect(() => createMcpServer(filled(opened) as never, options as McpServerOptions)).toThrow(words)
  })
})

describe.each(ERAS)('the file server in the protocol of %s', (era) => {
  test('has files as resources, with their bytes as they are', async () => {
    const long = `${'x'.repeat(5_000)}\n`
    const { root, workspace } = await workspaceOf({
      'a.txt': long,
      'b/c.json': '{}',
      'd.bin': Buffer.from([0, 255, 1]),
    })
    const client = await connectWithin(workspace, undefined, era)
    expect(client.getInstructions()).toContain(root)
    const uri = pathToFileURL(join(root, 'a.txt')).href
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: 'text/plain', text: long }])
    const json = pathToFileURL(join(root, 'b/c.json')).href
    expect((await client.readResource({ uri: json })).contents[0]).toMatchObject({ mimeType: 'application/json' })
    const binary = pathToFileURL(join(root, 'd.bin')).href
    expect((await client.readResource({ uri: binary })).contents[0]).toMatchObject({ blob: 'AP8B' })
    expect((await client.listResources()).resources.map(({ name }) => name).sort()).toEqual([
      'a.txt',
      'b/c.json',
      'd.bin',
    ])
    for (const none of [
      'file:///etc/passwd',
      pathToFileURL(join(root, 'none')).href,
      'scene://current.svg',
      'file://host/a',
    ]) {
      await expect(client.readResource({ uri: none }), none).rejects.toThrow(/There is no resource/)
    }
  })

  test('notifies subscribers of a file of a change from outside', async () => {
    const { root, workspace } = await workspaceOf({ 'a.txt': 'one\n' })
    const client = await connectWithin(workspace, undefined, era)
    const { updated } = notices(client)
    const uri = pathToFileURL(join(root, 'a.txt')).href
    await client.readResource({ uri })
    await follow(client, era, [uri])
    await new Promise((resolve) => setTimeout(resolve, 300))
    writeFileSync(join(root, 'a.txt'), 'two\n')
    await eventually('the notice comes', () => updated.includes(uri))
  })

  test('completes paths, and its tools answer as their schemas say', async () => {
    const { workspace } = await workspaceOf({ 'src/main.ts': 'x\n', 'docs/a.md': '# A\n' })
    const client = await connectWithin(workspace, { structuredContent: true }, era)
    const ref = { type: 'ref/prompt', name: 'explain_file' } as const
    expect((await client.complete({ ref, argument: { name: 'path', value: 'ma' } })).completion.values).toContain(
      'src/main.ts',
    )
    for (const [name, args] of [
      ['Read', { file_path: 'src/main.ts' }],
      ['Edit', { file_path: 'src/main.ts', old_string: 'x', new_string: 'y' }],
      ['MultiEdit', { file_path: 'src/main.ts', edits: [{ old_string: 'y', new_string: 'z' }] }],
      ['Write', { file_path: 'new.txt', content: 'n\n' }],
      [
        'Write',
        { file_path: 'n.ipynb', content: JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 }) },
      ],
      ['NotebookEdit', { notebook_path: 'n.ipynb', new_source: 'a', cell_type: 'markdown', edit_mode: 'insert' }],
      ['Glob', { pattern: '*.ts' }],
      ['Grep', { pattern: 'z', output_mode: 'content' }],
      ['LS', { path: '.' }],
      ['History', {}],
      ['Undo', {}],
    ] as const) {
      const result = await callChecked(client, name, args)
      expect(result.isError, `${name}: ${textsOf(result.content)}`).toBe(false)
    }
    const { messages } = await client.getPrompt({ name: 'explain_file', arguments: { path: 'docs/a.md' } })
    expect(textsOf(messages)).toContain('# A')
  })
})
