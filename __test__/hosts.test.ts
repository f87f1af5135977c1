// The clients that people have, each with every tool, a success and every refusal: none throws, and whatever a host drops of
// an answer, its model still sees what it needs.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, test } from 'vitest'

import { connectTo, ERAS } from './mcp-support.js'
import { atEnd, PROGRAM, projectOf, ROOT, scratch } from './support.js'

const MAIN = "drawCircle('dot', -76.55216465578425, 0, 4)\ndrawRect('plate', 0, 0, 40, 20)\n"

type Part = {
  readonly type: string
  readonly text?: string
  readonly uri?: string
  readonly data?: string
  readonly mimeType?: string
}
type Result = { readonly content: readonly Part[]; readonly structuredContent?: object; readonly isError?: boolean }
type Call = (name: string, args: object) => Promise<Result>

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Calls of the scene tools that succeed, in their order. */
const SCENE_SUCCESSES: readonly (readonly [string, object])[] = [
  ['glob', {}],
  ['read', { file: 'main' }],
  ['grep', { pattern: 'draw' }],
  ['describe', { name: 'drawCircle' }],
  ['edit', { file: 'main', old_code: '0, 4)', new_code: '0, 5)' }],
  ['multi_edit', { file: 'main', edits: [{ old_code: '0, 5)', new_code: '0, 6)' }] }],
  ['write', { file: 'extra', code: 'function more() {}\n' }],
  ['apply', { changes: [{ type: 'delete', file: 'extra' }] }],
  ['check', { changes: [{ file: 'main', old_code: '0, 6)', new_code: '0, 7)' }], size: '[200, 150]' }],
  ['run', {}],
  ['history', {}],
  ['undo', {}],
  ['redo', {}],
  ['inspect', { view: 'entity', name: 'dot' }],
  ['render', { width: 200, height: 150 }],
  ['export', { format: 'svg' }],
  ['view', {}],
]

/** Calls of the scene tools that are refused or reverted, of every kind that a client can cause. */
const SCENE_REFUSALS: readonly (readonly [string, object])[] = [
  ['edit', { file: 'main', old_code: 'nowhere', new_code: '' }],
  ['edit', { file: 'main', old_code: 'drawRect(', new_code: 'drawRct(' }],
  ['edit', { file: 'main', old_code: 'drawRect(', new_code: '((' }],
  ['edit', { file: 'main', old_code: "'plate', 0", new_code: "'plate', 'a'" }],
  ['edit', { file: 'main', old_code: 'drawRect', new_code: 'drawRect', expected_replacements: 7 }],
  ['edit', { file: 'main', old_code: '', new_code: 'x' }],
  ['edit', { file: 'none', old_code: 'a', new_code: 'b' }],
  ['edit', { file: '../x', old_code: 'a', new_code: 'b' }],
  ['multi_edit', { file: 'main', edits: [{ old_code: 'zz', new_code: 'y' }] }],
  ['write', { file: 'main', code: 'for (;;) {' }],
  ['write', { file: 'gears', code: 'x' }],
  ['write', { file: 'main', code: "throw new Error('no')\n" }],
  ['write', { file: 'main', code: "invariant('small', () => false)\n" }],
  ['write', { file: 'main', code: "import 'missing'\n" }],
  ['apply', { changes: [] }],
  ['apply', { changes: [{ type: 'rename', file: 'none', to: 'some' }] }],
  ['check', { changes: [{ file: 'main', code: 'oops()\n' }] }],
  ['read', { file: 'none' }],
  ['read', { file: 7 }],
  ['read', { file: 'main', offset: 99 }],
  ['grep', { pattern: '(' }],
  ['describe', { name: 'nothing' }],
  ['inspect', { view: 'entity', name: 'nobody' }],
  ['inspect', { view: 'everything' }],
  ['render', { width: 1 }],
  ['render', { fit: 'nobody' }],
  ['export', { format: 'gif' }],
  ['export', { format: 'svg', path: '../out.svg' }],
  ['undo', { id: 'nope' }],
  ['redo', {}],
  ['history', { id: 'nope' }],
  ['glob', { bogus: 1 }],
]

const FILE_SUCCESSES: readonly (readonly [string, object])[] = [
  ['Read', { file_path: 'a.txt' }],
  ['Read', { file_path: 'dot.png' }],
  ['Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'uno' }],
  ['MultiEdit', { file_path: 'a.txt', edits: [{ old_string: 'uno', new_string: 'eins' }] }],
  ['Write', { file_path: 'new.txt', content: 'n\n' }],
  ['Glob', { pattern: '*.txt' }],
  ['Grep', { pattern: 'two', output_mode: 'content' }],
  ['LS', { path: '.' }],
  ['History', {}],
  ['Undo', {}],
]

const FILE_REFUSALS: readonly (readonly [string, object])[] = [
  ['Read', { file_path: 'none.txt' }],
  ['Read', { file_path: '/etc/passwd' }],
  ['Edit', { file_path: 'a.txt', old_string: 'zzz', new_string: 'y' }],
  ['Edit', { file_path: 'a.txt', old_string: 'e', new_string: 'y' }],
  ['Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'two' }],
  ['Edit', { file_path: 'b.txt', old_string: 'b', new_string: 'c' }],
  ['MultiEdit', { file_path: 'a.txt', edits: [{ old_string: 'zzz', new_string: 'y' }] }],
  ['Write', { file_path: 'b.txt', content: 'x' }],
  ['NotebookEdit', { notebook_path: 'a.txt', new_source: 'x' }],
  ['Glob', { pattern: '[' }],
  ['Grep', { pattern: '(' }],
  ['LS', { path: 'none' }],
  ['Undo', { id: 'nope' }],
]

interface Server {
  readonly args: readonly string[]
  readonly successes: readonly (readonly [string, object])[]
  readonly refusals: readonly (readonly [string, object])[]
}

function sceneServer(...flags: string[]): Server {
  return { args: ['mcp', projectOf({ main: MAIN }), ...flags], successes: SCENE_SUCCESSES, refusals: SCENE_REFUSALS }
}

function fileServer(...flags: string[]): Server {
  const root = scratch()
  for (const [name, content] of Object.entries({ 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n', 'dot.png': PNG })) {
    writeFileSync(join(root, name), content)
  }
  return { args: ['files', '--root', root, ...flags], successes: FILE_SUCCESSES, refusals: FILE_REFUSALS }
}

const SERVERS = { mcp: sceneServer, files: fileServer } as const

/** Makes every call; fails where one throws, or ends in another way than it should. */
async function callAll(call: Call, { successes, refusals }: Server): Promise<Result[]> {
  const results: Result[] = []
  for (const [isError, calls] of [
    [false, successes],
    [true, refusals],
  ] as const) {
    for (const [name, args] of calls) {
      const result = await call(name, args)
      expect(result.isError ?? false, `${name} ${JSON.stringify(args)}: ${JSON.stringify(result).slice(0, 400)}`).toBe(
        isError,
      )
      if (isError) expect(result.structuredContent, name).toBeUndefined()
      if (result.content.some(({ type }) => type === 'image')) expect(result.structuredContent, name).toBeUndefined()
      expect(result.content[0]?.text, name).toBeTruthy()
      results.push(result)
    }
  }
  return results
}

async function callV1(args: readonly string[]): Promise<Call> {
  const client = new ClientV1({ name: 'test', version: '0' })
  await client.connect(new StdioV1({ command: process.execPath, args: [PROGRAM, ...args], stderr: 'ignore' }))
  atEnd(() => client.close())
  // The schema that it validates by.
  await client.listTools()
  return async (name, given) => (await client.callTool({ name, arguments: { ...given } })) as Result
}

describe.each(['mcp', 'files'] as const)('scenewright %s', (name) => {
  describe.each([[[]], [['--structured']]])('with %j', (flags: readonly string[]) => {
    test('throws nowhere in SDK v1', async () => {
      const server = SERVERS[name](...flags)
      await callAll(await callV1(server.args), server)
    })

    test.each(ERAS)('throws nowhere in SDK v2 in the protocol of %s', async (era) => {
      const server = SERVERS[name](...flags)
      const client = await connectTo(server.args, era)
      await client.listTools()
      await callAll(
        async (tool, args) => (await client.callTool({ name: tool, arguments: { ...args } })) as Result,
        server,
      )
    })
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'answers plain JSON-RPC of %s with contents that it knows',
    async (version) => {
      const server = SERVERS[name]()
      const known = version < '2025-06-18' ? ['text', 'image'] : ['text', 'image', 'resource_link']
      const results = await callAll(await callPlainly(server.args, version), server)
      const types = new Set(results.flatMap(({ content }) => content.map(({ type }) => type)))
      expect([...types].sort()).toEqual([...known].sort())
    },
  )

  const python = join(ROOT, 'target', 'python')
  test.skipIf(!existsSync(join(python, 'mcp')))('throws nowhere in the Python client', () => {
    const { args, successes, refusals } = SERVERS[name]()
    const calls = [...successes.map((call) => [...call, false]), ...refusals.map((call) => [...call, true])]
    const { status, stdout, stderr } = spawnSync(
      'python3',
      [
        join(ROOT, '__test__', 'hosts', 'client.py'),
        JSON.stringify({ command: process.execPath, args: [PROGRAM, ...args], calls }),
      ],
      { encoding: 'utf8', env: { ...process.env, PYTHONPATH: python } },
    )
    expect(status, stderr.slice(-2_000)).toBe(0)
    expect(stdout.trim()).toBe(`${calls.length} calls as expected`)
  })
})

const INSPECTOR = join(
  ...[ROOT, 'target', 'npm-programs', 'inspector', 'node_modules'],
  ...['@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'],
)

describe.skipIf(!existsSync(INSPECTOR))('the command line of MCP Inspector', () => {
  /** One call, with a server of its own, as somebody makes it in a shell. */
  function inspect(args: readonly string[], method: string, more: readonly string[] = []) {
    const command = [INSPECTOR, '--cli', process.execPath, PROGRAM, ...args, '--method', method, ...more]
    return new Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>((done) => {
      const options = { encoding: 'utf8', maxBuffer: 1 << 26 } as const
      execFile(process.execPath, command, options, (error, stdout, stderr) =>
        done({ status: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
  }

  const callOf =
    (args: readonly string[]): Call =>
    async (name, given) => {
      const pairs = Object.entries(given).map(([key, value]) => `${key}=${asText(value)}`)
      const { stdout, stderr } = await inspect(args, 'tools/call', [
        ...['--tool-name', name],
        ...pairs.flatMap((pair) => ['--tool-arg', pair]),
      ])
      expect(stdout, `${name}: ${stderr}`).toMatch(/^\{/)
      return JSON.parse(stdout) as Result
    }
  // The Inspector reads values as JSON, else as text, and takes none that is empty.
  const asText = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value))

  test.each(['mcp', 'files'] as const)('lists the tools of %s, and finds nothing to complain of', async (name) => {
    const { status, stdout, stderr } = await inspect(SERVERS[name]().args, 'tools/list', ['--strict'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { tools } = JSON.parse(stdout) as { tools: { outputSchema?: object }[] }
    expect(tools.length).toBeGreaterThan(7)
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
  })

  /** Few refusals: each call starts the Inspector and a server, which takes a second. The clients above make all calls. */
  const few = (calls: Server['refusals']): Server['refusals'] => calls.slice(0, 4)

  test('shows answers of every tool of scenewright mcp, and refusals', async () => {
    const server = sceneServer()
    await callAll(callOf(server.args), { ...server, refusals: few(server.refusals) })
  })

  test('shows answers with a structure, and refusals beside them', async () => {
    const server = sceneServer('--structured')
    const [successes, refusals] = [server.successes.slice(0, 5), server.refusals.slice(0, 3)]
    await callAll(callOf(server.args), { ...server, successes, refusals })
  })

  test('shows answers of every tool of scenewright files, and refusals', async () => {
    // Each call is a session of its own, which has read nothing.
    const server = fileServer('--policy', 'off')
    const isOfOneSession = ([name]: readonly [string, object]): boolean => name !== 'Undo'
    await callAll(callOf(server.args), {
      ...server,
      successes: server.successes.filter(isOfOneSession),
      refusals: few(server.refusals),
    })
  })
})

/** A client that is no more than lines. */
async function callPlainly(args: readonly string[], protocolVersion: string): Promise<Call> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['pipe', 'pipe', 'ignore'] })
  atEnd(() => void child.stdin.end())
  const waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    waiting.get(message.id)?.(message)
  })
  let ids = 0
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (method: string, params: object): Promise<unknown> => {
    ids += 1
    const id = ids
    const answered = new Promise<{ result?: unknown; error?: unknown }>((done) => waiting.set(id, done))
    send({ id, method, params })
    const { result, error } = await answered
    expect(error, method).toBeUndefined()
    return result
  }
  const hello = await ask('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'plain', version: '0' },
  })
  expect(hello).toMatchObject({ protocolVersion })
  send({ method: 'notifications/initialized' })
  return async (name, given) => (await ask('tools/call', { name, arguments: given })) as Result
}

/** The part of an answer that the model of a host sees. */
const HOSTS: Readonly<Record<string, (result: Result) => string>> = {
  // Claude Code, Codex, opencode, Copilot CLI.
  'the structure alone where there is one': ({ content, structuredContent }) =>
    structuredContent ? JSON.stringify(structuredContent) : seen(content),
  'texts alone': ({ content }) => seen(content.filter(({ type }) => type === 'text')),
  'everything but pictures': ({ content }) => seen(content.filter(({ type }) => type !== 'image')),
  'the first text alone, and links': ({ content }) => {
    const first = content.findIndex(({ type }) => type === 'text')
    return seen(content.filter(({ type }, index) => index === first || type === 'resource_link'))
  },
}

const seen = (content: readonly Part[]): string =>
  content.map(({ type, text, uri }) => text ?? uri ?? `[${type}]`).join('\n')

describe.each(Object.entries(HOSTS))('a host that hands over %s', (name, filter) => {
  const showsAll = !name.startsWith('the first')

  test('lets its model see why an edit failed, and where', async () => {
    const call = await callV1(sceneServer().args)
    const words = filter(await call('edit', { file: 'main', old_code: 'drawRect(', new_code: 'drawRct(' }))
    expect(words).toContain('main:2:1: ReferenceError: drawRct is not defined. Did you mean drawRect?')
    expect(words.split('drawRct is not defined')).toHaveLength(2)
    if (showsAll) expect(words).toContain("> 2 | drawRct('plate', 0, 0, 40, 20)\n    | ^^^^^^^")
  })

  test('lets its model look at a picture', async () => {
    const server = sceneServer()
    const call = await callV1(server.args)
    const words = filter(await call('render', { width: 300, height: 200, highlight: 'last_change' }))
    const place = /The file: (.*\.png)|scene:\/\/pictures\/(.*\.png)/.exec(words)
    const file = place?.[1] ?? join(server.args[1] ?? '', '.scenewright', 'pictures', place?.[2] ?? '')
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG')
    if (showsAll) expect(words).toMatch(/Picture of 300 × 200 px: 1 mm is [\d.]+ px; x from -[\d.]+ to [\d.]+/)
  })

  test('lets its model see lines with their numbers, and numbers that end', async () => {
    const call = await callV1(sceneServer().args)
    await call('run', {})
    expect(filter(await call('read', { file: 'main', numbered: true }))).toContain(
      "     2→drawRect('plate', 0, 0, 40, 20)",
    )
    const words = filter(await call('inspect', { view: 'entity', name: 'dot' }))
    expect(words).toContain('-76.552165')
    expect(words).not.toMatch(/\d\.\d{7}/)
  })
})

test('the pictures of a project are few, and git sees none of them', async () => {
  const dir = projectOf({ main: MAIN })
  const call = await callV1(['mcp', dir])
  await call('run', {})
  for (let width = 100; width < 130; width += 1) await call('render', { width, height: 100 })
  const folder = join(dir, '.scenewright', 'pictures')
  expect(readdirSync(folder).filter((name) => name.endsWith('.png'))).toHaveLength(20)
  spawnSync('git', ['init', '--quiet'], { cwd: dir })
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], {
    cwd: dir,
    encoding: 'utf8',
  })
  expect(stdout).toContain('scene.code.js')
  expect(stdout).not.toContain('pictures')
})

test('the library answers every digit', async () => {
  const { Project } = await import('scenewright')
  const project = await Project.open({ root: projectOf({ main: MAIN }) })
  atEnd(() => project.close())
  await project.run()
  expect(JSON.stringify(await project.inspect({ view: 'entity', name: 'dot' }))).toContain('-76.55216465578425')
})

describe('an MCP client of 2026', () => {
  test('may keep lists that never change, and knows the extensions', async () => {
    const client = await connectTo(sceneServer().args, '2026-07-28')
    expect(await client.listTools()).toMatchObject({ ttlMs: 86_400_000, cacheScope: 'private' })
    expect(await client.listPrompts()).toMatchObject({ ttlMs: 86_400_000 })
    expect(await client.listResources()).toMatchObject({ ttlMs: 0 })
    const { extensions } = client.getServerCapabilities() as { extensions?: object }
    expect(Object.keys(extensions ?? {}).sort()).toEqual([
      'io.modelcontextprotocol/skills',
      'io.modelcontextprotocol/ui',
    ])
  })
})
