// `scenewright files` behind a client of the official SDK, and by hand.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'

import { Client } from './checked-client.js'
import { speakTo } from './by-hand.js'
import { atEnd, eventually, PROGRAM, scenewright, scratch, sleep } from './support.js'
import { tree } from './workspace-support.js'

const READING = ['Read', 'Glob', 'Grep', 'LS', 'History']
const TOOLS = [...READING, 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'Undo']

/** The size of a message that a client accepts. */
const MOST_MESSAGE = 10 * 1024 * 1024

/** The length of a text for a model, and of the line that says what was cut. */
const MOST_TEXT = 80_000 + 300

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const notebook = (source: string, text = ''): string =>
  JSON.stringify({
    cells: [
      { cell_type: 'markdown', id: 'top', source: '# Title', metadata: {} },
      {
        cell_type: 'code',
        id: 'sum',
        source,
        metadata: {},
        execution_count: 1,
        outputs: text ? [{ output_type: 'stream', name: 'stdout', text }] : [],
      },
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  })

interface Answered {
  readonly isError: boolean
  readonly text: string
  readonly content: readonly { type: string; text?: string; data?: string; mimeType?: string }[]
}

function rootOf(files: Record<string, string | Buffer>): string {
  const root = realpathSync(scratch())
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}

async function connect(roots: readonly string[], flags: readonly string[] = [], historyDir = join(scratch(), 'state')) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'files', ...roots.flatMap((root) => ['--root', root]), ...flags],
    env: { ...(process.env as Record<string, string>), SCENEWRIGHT_STATE_DIR: historyDir },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'scenewright-test', version: '0.0.0' })
  await client.connect(transport)
  atEnd(() => client.close())
  const call = async (name: string, args: object, options?: { signal: AbortSignal }): Promise<Answered> => {
    const result = await client.callTool({ name, arguments: args as Record<string, unknown> }, options)
    const content = result.content as Answered['content']
    return { isError: result.isError === true, text: content[0]?.text ?? '', content }
  }
  const good = async (name: string, args: object): Promise<string> => {
    const { isError, text } = await call(name, args)
    expect(isError, `${name}: ${text}`).toBe(false)
    return text
  }
  return { client, call, good, pid: transport.pid ?? 0 }
}

describe('the list of tools', () => {
  test('has the ten, with strict schemas, in under 9 kB', async () => {
    const { client } = await connect([rootOf({})])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([...TOOLS].sort())
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(9_000)
    const strict = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { type, properties, additionalProperties } = schema as Record<string, unknown>
      if (type === 'object' && properties) expect(additionalProperties, JSON.stringify(schema)).toBe(false)
      Object.values(schema).forEach(strict)
    }
    for (const { name, description, inputSchema, annotations } of tools) {
      strict(inputSchema)
      const mayBeEmpty = ['History', 'Undo'].includes(name)
      expect(inputSchema.required?.length ?? 0, name).toBeGreaterThanOrEqual(mayBeEmpty ? 0 : 1)
      expect(description?.length ?? 0, name).toBeGreaterThan(80)
      expect(annotations?.readOnlyHint, name).toBe(READING.includes(name))
    }
    for (const name of ['Edit', 'MultiEdit']) {
      const description = tools.find((tool) => tool.name === name)?.description
      expect(description, name).toMatch(/Read must have been used on the file in this session/)
      expect(description, name).toMatch(/3 lines of context/)
    }
  })
})

describe('an agent that looks back', () => {
  test('lists changes, shows one as a diff, undoes and redoes it', async () => {
    const root = rootOf({ 'a.txt': 'one\ntwo\n' })
    const { good } = await connect([root])
    await good('Read', { file_path: 'a.txt' })
    await good('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'three' })
    await good('Write', { file_path: 'b.txt', content: 'new\n' })
    const listed = await good('History', {})
    const rows = listed.split('\n').filter((line) => /^[0-9a-f]{32} /.test(line))
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('(created b.txt)')
    const id = rows[1]?.slice(0, 32)
    expect(await good('History', { id })).toContain('--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n')
    expect(await good('Undo', { id })).toMatch(/^Undone: [0-9a-f]{32} .*\nupdated a\.txt$/)
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\ntwo\n')
    expect(await good('Undo', { redo: true })).toMatch(/^Made again: /)
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\nthree\n')
    // The session knows the restored contents.
    await good('Edit', { file_path: 'a.txt', old_string: 'three', new_string: 'four' })
  })

  test('receives the reason of a refusal', async () => {
    const root = rootOf({ 'a.txt': 'one\n' })
    const { call, good } = await connect([root])
    expect(await call('Undo', {})).toMatchObject({ isError: true })
    await good('Write', { file_path: 'new.txt', content: 'x' })
    writeFileSync(join(root, 'new.txt'), 'changed by hand')
    const refused = await call('Undo', {})
    expect(JSON.stringify(refused)).toMatch(/new\.txt changed since.*force/)
    await good('Undo', { force: true })
    expect(existsSync(join(root, 'new.txt'))).toBe(false)
    expect(await call('History', { id: 'f'.repeat(32) })).toMatchObject({ isError: true })
  })
})

describe('a read-only server', () => {
  test('lists no tool that changes, and refuses each by the rule', async () => {
    const root = rootOf({ 'a.txt': 'one\n' })
    const { client, call } = await connect([root], ['--read-only'])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([...READING].sort())
    const refused = await call('Write', { file_path: 'b.txt', content: 'x' })
    expect(JSON.stringify(refused)).toContain('the workspace is read-only')
    expect(existsSync(join(root, 'b.txt'))).toBe(false)
  })

  test('shows its rules in doctor', () => {
    const root = rootOf({})
    const flags = ['--root', root, '--read-only', '--deny', '*.pem', '--allow-write', '/notes/', '--ignore', 'dist/']
    const { stdout } = scenewright(['doctor', ...flags])
    for (const rule of [
      root,
      '*.pem (--deny)',
      'everything (--read-only), but for /notes/ (--allow-write)',
      'dist/ (--ignore)',
    ]) {
      expect(stdout).toContain(rule)
    }
    expect(scenewright(['doctor', '--deny', '[a'])).toMatchObject({ stderr: expect.stringContaining('deny pattern') })
  })
})

test('the command line has the history of folders', async () => {
  const root = rootOf({ 'a.txt': 'one\n' })
  const historyDir = join(scratch(), 'state')
  const { good, client } = await connect([root], [], historyDir)
  const line = (...args: string[]) => scenewright([...args, '--root', root], { SCENEWRIGHT_STATE_DIR: historyDir })
  await good('Write', { file_path: 'b.txt', content: 'new\n' })
  await client.close()
  const listed = line('history').stdout
  const id = /[0-9a-f]{32}/.exec(listed)?.[0] ?? ''
  expect(line('history', '--id', id).stdout).toContain('+++ b/b.txt')
  expect(line('undo')).toMatchObject({ status: 0, stdout: expect.stringContaining('undone') })
  expect(existsSync(join(root, 'b.txt'))).toBe(false)
  expect(line('redo')).toMatchObject({ status: 0, stdout: expect.stringContaining('redone') })
  expect(existsSync(join(root, 'b.txt'))).toBe(true)
})

describe('an agent at work', () => {
  test('reads, edits, writes and searches', async () => {
    const root = rootOf({ 'src/a.ts': 'one\ntwo\nthree\n', 'book.ipynb': notebook('1 + 1'), 'pic.png': PNG })
    const { good, call } = await connect([root])
    const text = (name: string): string => readFileSync(join(root, name), 'utf8')

    expect(await good('Read', { file_path: 'src/a.ts' })).toContain('     2→two')
    const edited = await good('Edit', { file_path: 'src/a.ts', old_string: 'two', new_string: '2' })
    expect(edited).toMatch(/^The file .*src\/a\.ts has been updated\. Here's the result of running `cat -n` on/)
    expect(edited).toContain('     2→2')
    const twice = [
      { old_string: 'one', new_string: '1' },
      { old_string: '1\n2', new_string: '1\n2.0' },
    ]
    expect(await good('MultiEdit', { file_path: join(root, 'src/a.ts'), edits: twice })).toContain('     2→2.0')
    expect(text('src/a.ts')).toBe('1\n2.0\nthree\n')
    await good('Write', { file_path: 'src/new/b.ts', content: 'needle\n' })
    expect(await good('Write', { file_path: 'src/a.ts', content: 'all new\n' })).toContain('     1→all new')
    expect(text('src/new/b.ts') + text('src/a.ts')).toBe('needle\nall new\n')

    expect(await good('Glob', { pattern: '**/*.ts' })).toMatch(/src\/a\.ts[\s\S]*src\/new\/b\.ts/)
    expect(await good('Glob', { pattern: '**/*.py' })).toContain('No files found')
    expect(await good('Grep', { pattern: 'NEEDLE', '-i': true })).toMatch(/^Found 1 file\n.*src\/new\/b\.ts/)
    expect(await good('Grep', { pattern: 'needle', output_mode: 'content', '-n': true })).toContain('1:needle')
    expect(await good('LS', { path: '.' })).toContain(`- ${root}/\n`)
    expect(await good('LS', { path: root })).toContain('  - src/\n    - ')

    expect(await good('Read', { file_path: 'book.ipynb' })).toContain('1 + 1')
    await good('NotebookEdit', { notebook_path: 'book.ipynb', cell_id: 'sum', new_source: '2 + 2' })
    expect(text('book.ipynb')).toContain('2 + 2')

    const picture = await call('Read', { file_path: 'pic.png' })
    expect(picture.isError).toBe(false)
    const image = picture.content.find(({ type }) => type === 'image')
    expect(image).toMatchObject({ mimeType: 'image/png' })
    expect(
      Buffer.from(image?.data ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect(picture.text, 'the picture is not in the text as well').not.toContain(image?.data)
  })

  test('works in two roots, and nowhere else', async () => {
    const [first, second, other] = [rootOf({ 'a.txt': 'a\n' }), rootOf({ 'b.txt': 'b\n' }), rootOf({ 'c.txt': 'c\n' })]
    const { good, call } = await connect([first, second])
    for (const path of ['a.txt', join(first, 'a.txt'), join(second, 'b.txt')]) {
      await good('Read', { file_path: path })
      await good('Write', { file_path: path, content: `new ${path}\n` })
    }
    expect(readFileSync(join(second, 'b.txt'), 'utf8')).toBe(`new ${join(second, 'b.txt')}\n`)
    expect(await good('Glob', { pattern: '*.txt', path: second })).toContain(join(second, 'b.txt'))
    for (const [name, args] of [
      ['Read', { file_path: join(other, 'c.txt') }],
      ['Write', { file_path: join(other, 'new.txt'), content: 'x' }],
      ['Read', { file_path: `../${other.split('/').at(-1)}/c.txt` }],
      ['LS', { path: other }],
      ['Glob', { pattern: '*', path: other }],
      ['Grep', { pattern: 'c', path: other }],
    ] as const) {
      expect(await call(name, args), name).toMatchObject({
        isError: true,
        text: expect.stringContaining('(kind: outside_workspace'),
      })
    }
    expect(Object.keys(tree(other))).toEqual(['c.txt'])
  })
})

describe('a refusal', () => {
  type Refusal = readonly [name: string, args: object, message: RegExp, kind: string, code?: number]
  const NOPE = { old_string: 'nope', new_string: 'y' }
  const READ_FIRST = /File has not been read yet\. Read it first before/
  const ROWS: readonly Refusal[] = [
    ['Edit', { file_path: 'a.txt', old_string: 'x', new_string: 'x' }, /^No changes to make/, 'no_change', 1],
    ['Edit', { file_path: 'ign/a.txt', old_string: 'x', new_string: 'y' }, /ignored by your/, 'ignored_path', 2],
    ['Edit', { file_path: 'a.txt', old_string: '', new_string: 'x' }, /^Cannot create new file/, 'already_exists', 3],
    ['Edit', { file_path: 'a.tx', old_string: 'x', new_string: 'y' }, /Did you mean a\.txt\?/, 'not_found', 4],
    ['Edit', { file_path: 'b.ipynb', old_string: 'x', new_string: 'y' }, /Use the NotebookEdit/, 'notebook', 5],
    ['Edit', { file_path: 'unread.txt', old_string: 'x', new_string: 'y' }, READ_FIRST, 'not_read', 6],
    ['Edit', { file_path: 'stale.txt', old_string: 'x', new_string: 'y' }, /modified since read/, 'stale_read', 7],
    ['Edit', { file_path: 'a.txt', ...NOPE }, /^String to replace not found in file\.\nString: nope/, 'no_match', 8],
    ['Edit', { file_path: 'a.txt', old_string: 'w', new_string: 'y' }, /^Found 2 matches/, 'ambiguous_match', 9],
    ['MultiEdit', { file_path: 'unread.txt', edits: [NOPE] }, READ_FIRST, 'not_read', 7],
    ['MultiEdit', { file_path: 'a.txt', edits: [NOPE] }, /^Edit 1: String to replace not found/, 'no_match', 10],
    ['Write', { file_path: 'unread.txt', content: 'x' }, READ_FIRST, 'not_read', 2],
    ['Write', { file_path: 'stale.txt', content: 'x' }, /modified since read/, 'stale_read'],
    ['Read', { file_path: 'missing.txt' }, /^File does not exist\./, 'not_found'],
    ['Read', { file_path: 'big.txt' }, /^File content \(300KB\) exceeds maximum allowed size \(256KB\)/, 'too_large'],
    ['Read', { file_path: 'a.bin' }, /not text/, 'binary_file'],
    ['Read', { file_path: 'u16.txt' }, /UTF-16LE without a byte order mark\. Save it with the mark/, 'binary_file'],
    ['Read', { file_path: '../x' }, /^\.\.\/x is outside the workspace\./, 'outside_workspace'],
    ['Read', { file_path: 'a.txt', ofset: 3 }, /ofset/, 'invalid_input'],
    ['Read', {}, /file_path/, 'invalid_input'],
    ['Read', { file_path: 7 }, /file_path/, 'invalid_input'],
    ['MultiEdit', { file_path: 'a.txt', edits: [] }, /edits/, 'invalid_input'],
    ['Grep', { pattern: '(' }, /\(/, 'invalid_input'],
    ['Glob', { pattern: '[' }, /\[/, 'invalid_input'],
    ['LS', { path: 'missing' }, /missing/, 'not_found'],
  ]

  test('says what is wrong, its kind and its code, and changes nothing', async () => {
    const root = rootOf({
      '.gitignore': 'ign/\n',
      'ign/a.txt': 'x\n',
      'a.txt': 'w\nw\n',
      'unread.txt': 'x\n',
      'stale.txt': 'old\n',
      'b.ipynb': notebook('1'),
      'big.txt': 'a line\n'.repeat((300 * 1024) / 7 + 1),
      'u16.txt': Buffer.from('a word\n', 'utf16le'),
      'a.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]),
    })
    const { good, call } = await connect([root])
    for (const file_path of ['a.txt', 'stale.txt']) await good('Read', { file_path })
    writeFileSync(join(root, 'stale.txt'), 'x, by somebody else\n')
    const before = tree(root)
    for (const [name, args, message, kind, code] of ROWS) {
      const { isError, text } = await call(name, args)
      const what = `${name} ${JSON.stringify(args)}`
      expect(isError, what).toBe(true)
      expect(text, what).toMatch(message)
      const suffix = code === undefined ? `(kind: ${kind})` : `(kind: ${kind}, code: ${code})`
      expect(text, what).toContain(suffix)
    }
    expect(tree(root)).toEqual(before)
  })

  test('of a protected file unless --allow-write names it', async () => {
    const { call } = await connect([rootOf({ '.git/config': 'x\n' })], ['--allow-write', '.git/hooks/'])
    const refused = await call('Write', { file_path: '.git/new', content: '' })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('(kind: not_permitted)') })
    expect((await call('Write', { file_path: '.git/hooks/new', content: '' })).isError).toBe(false)
  })

  test.each([
    ['require', true, 'not_read'],
    ['warn', false, 'has not been read'],
    ['off', false, undefined],
  ])('of a file that was not read depends on --policy %s', async (policy, isError, said) => {
    const { call } = await connect([rootOf({ 'a.txt': 'old\n' })], ['--policy', policy])
    const answer = await call('Edit', { file_path: 'a.txt', old_string: 'old', new_string: 'new' })
    expect(answer.isError).toBe(isError)
    if (said) expect(answer.text).toContain(said)
    else expect(answer.text).not.toMatch(/read/i)
  })

  test('of a tool that is unknown is an error of the protocol', async () => {
    const { client } = await connect([rootOf({})])
    for (const name of ['read', 'Bash', '']) {
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/Unknown tool/)
    }
  })
})

describe('much', () => {
  test('text is cut, and says so', async () => {
    const root = rootOf({
      'many.txt': `${'x'.repeat(120)}\n`.repeat(2_000),
      'long.txt': `${'y'.repeat(3_000)}\n`.repeat(80),
      'odd.txt': '\u0001\u{1f600}'.repeat(30_000),
      'out.ipynb': notebook('1', 'words and words\n'.repeat(50_000)),
      'grep.txt': `${'needle '.repeat(200)}\n`.repeat(1_500),
    })
    const { call } = await connect([root])
    for (const [name, args, isCut] of [
      ['Read', { file_path: 'many.txt' }, true],
      ['Read', { file_path: 'long.txt' }, true],
      ['Read', { file_path: 'odd.txt' }, false],
      ['Read', { file_path: 'out.ipynb' }, true],
      ['Grep', { pattern: 'needle', output_mode: 'content' }, true],
      ['Write', { file_path: 'new.txt', content: 'z\n'.repeat(500_000) }, false],
    ] as const) {
      const { isError, text } = await call(name, args)
      const what = `${name} ${JSON.stringify(args).slice(0, 60)}`
      expect(isError, `${what}: ${text.slice(0, 200)}`).toBe(false)
      expect(text.length, what).toBeLessThan(MOST_TEXT)
      if (isCut) expect(text, what).toMatch(/cut|truncated|more characters|offset/)
    }
  })

  test('is in messages that a client takes', async () => {
    // A picture of noise, which no encoder makes small.
    const [width, height] = [1_900, 1_900]
    const header = Buffer.alloc(54)
    header.write('BM')
    header.writeUInt32LE(54 + 3 * width * height, 2)
    header.writeUInt32LE(54, 10)
    header.writeUInt32LE(40, 14)
    header.writeInt32LE(width, 18)
    header.writeInt32LE(height, 22)
    header.writeUInt16LE(1, 26)
    header.writeUInt16LE(24, 28)
    const root = rootOf({
      'noise.bmp': Buffer.concat([header, randomBytes(3 * width * height)]),
      'out.ipynb': notebook('1', 'words and words\n'.repeat(500_000)),
      'control.txt': `${'\u0001'.repeat(120)}\n`.repeat(2_000),
    })
    const server = speakTo(['files', '--root', root], { SCENEWRIGHT_STATE_DIR: join(scratch(), 'state') })
    await server.initialize()
    const picture = await server.call(2, 'Read', { file_path: 'noise.bmp' })
    expect(picture.result?.isError).toBe(false)
    expect(picture.result?.content).toContainEqual(expect.objectContaining({ type: 'image' }))
    expect(await server.call(3, 'Read', { file_path: 'out.ipynb' })).toHaveProperty('result')
    expect(await server.call(4, 'Read', { file_path: 'control.txt' })).toHaveProperty('result')
    for (const line of server.lines) expect(Buffer.byteLength(line)).toBeLessThan(MOST_MESSAGE)
    await server.end()
  })
})

describe('the process', () => {
  const state = () => ({ SCENEWRIGHT_STATE_DIR: join(scratch(), 'state') })

  test('stdout carries JSON-RPC and nothing else', async () => {
    const { lines, request, call, initialize, end } = speakTo(['files', '--root', rootOf({ 'a.txt': 'a\n' })], state())
    await initialize()
    await request(2, 'tools/list', {})
    await call(3, 'Read', { file_path: 'a.txt' })
    await call(4, 'Edit', { file_path: 'a.txt', old_string: 'b', new_string: 'c' })
    await call(5, 'nonsense')
    await call(6, 'Read', { file_path: 'a\0b' })
    await request(7, 'nonsense/method', {})
    expect(await end()).toBe(0)
    expect(lines.length).toBeGreaterThanOrEqual(7)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  test('a call that the client cancels is not answered, and the next one is', async () => {
    const root = rootOf({})
    const content = 'some words to be searched, line after line\n'.repeat(500)
    for (let number = 0; number < 1_500; number += 1) writeFileSync(join(root, `${number}.txt`), content)
    const server = speakTo(['files', '--root', root], state())
    await server.initialize()
    // Both at once: a search that is over before the cancellation is read has an answer.
    void server.call(2, 'Grep', { pattern: '(\\w+ ?){1,40}[0-9]{3}', output_mode: 'content' })
    server.notify('notifications/cancelled', { requestId: 2, reason: 'enough' })
    expect((await server.call(3, 'LS', { path: '.' })).result?.isError).toBe(false)
    await sleep(300)
    expect(server.responsesTo(2)).toEqual([])
    expect(await server.end()).toBe(0)

    const { call } = await connect([root])
    const controller = new AbortController()
    const search = { pattern: '(\\w+ ?){1,40}[0-9]{3}', multiline: true }
    const searching = call('Grep', search, { signal: controller.signal })
    setImmediate(() => controller.abort())
    await expect(searching).rejects.toThrow()
    expect((await call('Read', { file_path: '1.txt', limit: 1 })).isError).toBe(false)
  })

  test('a client that goes away in the middle of a search ends it', async () => {
    const root = rootOf({ 'a.txt': `${'words '.repeat(100)}\n`.repeat(20_000) })
    const { server, call, initialize, exited } = speakTo(['files', '--root', root], state())
    await initialize()
    void call(2, 'Grep', { pattern: '(\\w+ ?){1,40}[0-9]{3}' })
    await sleep(50)
    server.stdin?.end()
    expect(await exited).toBe(0)
    await eventually('it is gone', () => server.exitCode !== null)
  })

  test('a command line that makes no sense is not understood', () => {
    for (const args of [
      ['files', '--root', '.', '--policy', 'maybe'],
      ['files', '--root', '.', '--frobnicate'],
      ['files', '--root', '.', 'extra'],
      ['files', '--root'],
    ]) {
      const { status, stdout, stderr } = scenewright(args)
      expect({ status, stdout }, args.join(' ')).toEqual({ status: 2, stdout: '' })
      expect(stderr, args.join(' ')).toMatch(/See scenewright (files )?--help/)
    }
  })

  test('a root that is missing is refused at once', () => {
    const root = rootOf({ 'a.txt': '' })
    for (const missing of [join(root, 'missing'), join(root, 'a.txt')]) {
      const { status, stdout, stderr } = scenewright(['files', '--root', root, '--root', missing], state())
      expect({ status, stdout }, missing).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(/^invalid_input: /)
      expect(stderr).toContain(missing)
    }
    expect(existsSync(join(root, 'missing'))).toBe(false)
  })
})
