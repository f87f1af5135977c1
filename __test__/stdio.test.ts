// The server's end of stdin and stdout: what it does with bytes that no client of the SDK would send.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { describe, expect, test } from 'vitest'

import { LineReader } from '../mcp/lines.js'
import { MAX_MESSAGE_BYTES } from '../mcp/transport.js'
import { atEnd, PROGRAM, projectOf, scratch } from './support.js'

describe('lines', () => {
  const lines = (text: string, maxBytes: number, chunk: number) => {
    const reader = new LineReader(maxBytes)
    const bytes = Buffer.from(text)
    const found: unknown[] = []
    for (let at = 0; at < bytes.length; at += chunk) {
      for (const line of reader.take(bytes.subarray(at, at + chunk))) {
        found.push('ids' in line ? line : Buffer.from(line.bytes).toString())
      }
    }
    return { found, pending: reader.pending }
  }

  test.each([1, 2, 3, 7, 1_000])('are the same in chunks of %i bytes', (chunk) => {
    const text = 'one\n\ntwo\r\n{"id":5,"a":"aaaaaaaaaaaaaaaaaaa"}\nthree\nhalf'
    expect(lines(text, 20, chunk)).toEqual({
      found: ['one', '', 'two\r', { length: 34, ids: [5] }, 'three'],
      pending: 4,
    })
  })

  const long = 'x'.repeat(50)
  test.each<[string, string, unknown[]]>([
    ['before what is long', `{"id":1,"params":{"id":2,"x":"${long}"}}`, [1]],
    ['after it', `{"params":{"id":2,"x":"${long}"},"id":"three"}`, ['three']],
    ['after brackets and quotes in texts', `{"x":"}],\\"id\\":4,\\\\","y":["${long}",{"id":9}],"id":-1.5e3 }`, [-1500]],
    ['with an escaped key', `{"x":"${long}","\\u0069d":"\\u0041"}`, ['A']],
    ['twice: the last one counts', `{"id":1,"x":"${long}","id":2}`, [2]],
    ['null', `{"id":null,"method":"x","x":"${long}"}`, [null]],
    ['an object', `{"id":{"id":3},"method":"x","x":"${long}"}`, [null]],
    ['longer than an id', `{"id":"${'i'.repeat(2_000)}","method":"x"}`, [null]],
    ['absent, in a notification', `{"method":"x","params":{"id":1,"x":"${long}"}}`, []],
    ['that of a response', `{"id":1,"result":"${long}"}`, []],
    ['absent, in what is nothing', `{"x":"${long}"}`, [null]],
    ['absent, in no object', `"${long}"`, [null]],
    ['in an object that does not end', `{"id":7,"method":"x","x":"${long}`, [7]],
    ['several, in a batch', `[{"id":1,"x":"${long}"},{"method":"n"},{"x":[{"id":5}],"id":"b"}]`, [1, 'b']],
  ])('the id of one that is too long: %s', (_, line, ids) => {
    for (const chunk of [1, 13, 10_000])
      expect(lines(`${line}\n`, 40, chunk).found).toEqual([{ length: line.length, ids }])
  })
})

interface Answer {
  readonly id?: unknown
  readonly result?: { readonly isError?: boolean }
  readonly error?: { readonly code: number; readonly message: string }
}

/** `scenewright files` that is spoken to in bytes. */
function start(args = ['files', '--root', scratch()]) {
  const server = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, SCENEWRIGHT_STATE_DIR: scratch() },
  })
  atEnd(() => void server.kill('SIGKILL'))
  const answers: Answer[] = []
  let heard = (): void => {}
  createInterface({ input: server.stdout }).on('line', (line) => {
    answers.push(JSON.parse(line) as Answer)
    heard()
  })
  let stderr = ''
  server.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  // At its close all that it wrote has come too.
  const exited = new Promise<number | null>((resolve) => server.once('close', resolve))
  const answered = async (id: unknown): Promise<Answer> => {
    for (;;) {
      const found = answers.find((answer) => answer.id === id)
      if (found) return found
      await new Promise<void>((resolve) => (heard = resolve))
    }
  }
  const write = (bytes: string | Buffer): Promise<void> =>
    new Promise((resolve) => server.stdin.write(bytes, () => resolve()))
  const request = async (id: unknown, method: string, params: object = {}): Promise<Answer> => {
    await write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return answered(id)
  }
  const clientInfo = { name: 'by-hand', version: '0' }
  const initialize = () => request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  return { server, answers, exited, answered, write, request, initialize, stderr: () => stderr }
}

const call = (id: unknown, name: string, args: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`

/** A call that goes through the SDK: it has something in `_meta` that only the SDK understands. */
const callBySdk = (id: unknown, name: string, args: object): string => {
  const params = { name, arguments: args, _meta: { 'com.example/trace': 'x' } }
  return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`
}

describe('calls that are answered without the SDK', () => {
  test('keep their order with those that go through it, in whatever pieces they come', async () => {
    for (const isOnePiece of [true, false]) {
      const root = scratch()
      const { write, answered, initialize } = start(['files', '--root', root, '--policy', 'off'])
      await initialize()
      await write(call('new', 'Write', { file_path: `${root}/a.txt`, content: '0\n' }))
      await answered('new')
      const lines = Array.from({ length: 40 }, (_, at) => {
        const by = at % 3 === 1 ? callBySdk : call
        return by(`e${at}`, 'Edit', { file_path: `${root}/a.txt`, old_string: `${at}\n`, new_string: `${at + 1}\n` })
      })
      if (isOnePiece) await write(lines.join(''))
      else for (const line of lines) await write(line)
      for (const at of lines.keys()) expect(await answered(`e${at}`)).toMatchObject({ result: { isError: false } })
      expect(readFileSync(`${root}/a.txt`, 'utf8')).toBe('40\n')
    }
  })

  test('give the same answers as through it', async () => {
    const root = scratch()
    const { write, answered, initialize } = start(['files', '--root', root, '--policy', 'off'])
    await initialize()
    const odd = 'say("é") \\ 한글 \u{1f600} \u0007 </script>\r\n\ttab\u2028end'
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    writeFileSync(`${root}/odd "name".txt`, odd)
    writeFileSync(`${root}/long.txt`, '나'.repeat(90_000))
    writeFileSync(`${root}/a.png`, picture)
    const calls: [string, object][] = [
      ['Read', { file_path: `${root}/odd "name".txt` }],
      ['Read', { file_path: `${root}/long.txt` }],
      ['Read', { file_path: `${root}/a.png` }],
      ['Read', { file_path: `${root}/missing.txt` }],
      ['Read', {}],
      ['Edit', { file_path: `${root}/odd "name".txt`, old_string: 'nowhere', new_string: '' }],
      ['Edit', { file_path: `${root}/odd "name".txt`, old_string: 'tab', new_string: 'TAB', dry_run: true }],
      ['Grep', { pattern: 'é', output_mode: 'content' }],
      ['LS', { path: root }],
    ]
    for (const [at, [name, args]] of calls.entries()) {
      await write(call(`d${at}`, name, args))
      const direct = await answered(`d${at}`)
      await write(callBySdk(`s${at}`, name, args))
      const { result } = await answered(`s${at}`)
      // The time in the answer of a search differs.
      const timeless = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/\d+ ?ms/g, 'ms'))
      expect(timeless(direct.result), name).toEqual(timeless(result))
    }
  })

  test('report progress, can be cancelled, and leave unknown tools to the SDK', async () => {
    const root = scratch()
    const { write, answered, answers, initialize, request } = start(['files', '--root', root])
    await initialize()
    const params = { name: 'Glob', arguments: { pattern: '*' }, _meta: { progressToken: 'p' } }
    expect(await request('with-progress', 'tools/call', params)).toMatchObject({ result: { isError: false } })
    await write(
      call('gone', 'Grep', { pattern: 'x' }) +
        `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'gone' } })}\n`,
    )
    expect(await request('unknown', 'tools/call', { name: 'Nothing', arguments: {} })).toMatchObject({
      error: { code: -32602 },
    })
    await write(call('after', 'LS', { path: root }))
    await answered('after')
    expect(answers.some(({ id }) => id === 'gone')).toBe(false)
  })
})

describe('the server', () => {
  test('refuses a message over the limit by its id, and keeps what it knows', async () => {
    const root = scratch()
    const { initialize, write, answered, request, stderr, server, exited } = start(['files', '--root', root])
    await initialize()
    await write(call(2, 'Write', { file_path: `${root}/a.txt`, content: 'one\n' }))
    expect(await answered(2)).toMatchObject({ result: { isError: false } })
    await write(call('big', 'Write', { file_path: `${root}/a.txt`, content: 'x'.repeat(10_600_000) }))
    const { error } = await answered('big')
    expect(error).toMatchObject({
      code: -32600,
      message: expect.stringContaining(`at most ${MAX_MESSAGE_BYTES} are read`),
    })
    // The session still knows the file that it wrote.
    await write(call(3, 'Edit', { file_path: `${root}/a.txt`, old_string: 'one', new_string: 'two' }))
    expect(await answered(3)).toMatchObject({ result: { isError: false } })
    expect(readFileSync(`${root}/a.txt`, 'utf8')).toBe('two\n')
    expect(await request(4, 'tools/list')).toHaveProperty('result')
    server.stdin.end()
    expect(await exited).toBe(0)
    expect(stderr().trimEnd().split('\n')).toHaveLength(1)
  })

  test('answers an unreadable message, and continues', async () => {
    const { initialize, write, answers, request, stderr, server, exited } = start()
    await initialize()
    const before = answers.length
    await write('\n  \r\n')
    await write('{"jsonrpc":"2.0","id":9,"method":\n')
    await write('{"jsonrpc":"2.0","id":10,"method":"tools/list"}\0\n')
    await write(Buffer.from('{"jsonrpc":"2.0","id":11,"method":"x\xff"}\n', 'latin1'))
    await write('[]\n')
    await write('42\n')
    await write('{"jsonrpc":"1.0","id":12,"method":"tools/list"}\n')
    await write('{"jsonrpc":"2.0","id":13,"result":5}\n')
    await write('[{"jsonrpc":"2.0","id":14,"method":"tools/list"},{"jsonrpc":"2.0","id":15,"method":"ping"}]\n')
    expect(await request(16, 'tools/list')).toHaveProperty('result')
    const codes = answers.slice(before).map(({ id, error }) => [id, error?.code])
    expect(codes.filter(([, code]) => code !== undefined)).toEqual([
      [null, -32700],
      [null, -32700],
      [11, -32700],
      [null, -32600],
      [null, -32600],
      [12, -32600],
    ])
    expect(codes.map(([id]) => id)).toEqual(expect.arrayContaining([14, 15, 16]))
    server.stdin.end()
    await exited
    for (const line of stderr().trimEnd().split('\n')) expect(line).toMatch(/^scenewright: /)
  })

  test.runIf(process.platform === 'linux')('holds little of a line of 200 MB', async () => {
    const { initialize, write, request, answered, server } = start()
    await initialize()
    const resident = (): number =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024
    const before = resident()
    await write('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"Write","arguments":{"content":"')
    const piece = Buffer.alloc(1 << 20, 'x')
    for (let sent = 0; sent < 200; sent += 1) await write(piece)
    await write('"}},"id":77}\n')
    expect(await answered(77)).toMatchObject({ error: { code: -32600 } })
    expect(resident() - before).toBeLessThan(100e6)
    expect(await request(78, 'tools/list')).toHaveProperty('result')
  })

  test('says that its input ended within a message, and ends with 0', async () => {
    const { initialize, write, server, exited, stderr } = start()
    await initialize()
    await write('{"jsonrpc":"2.0","id":2')
    server.stdin.end()
    expect(await exited).toBe(0)
    expect(stderr()).toBe('scenewright: The input ended within a message, after 23 bytes. It was not read.\n')
  })

  test.each(['mcp', 'files'])('%s ends after its input though nobody reads its output', async (name) => {
    const folder = projectOf({ main: '' })
    const args = name === 'mcp' ? [name, '--dir', folder] : [name, '--root', folder]
    const server = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...process.env, SCENEWRIGHT_STATE_DIR: scratch() },
    })
    atEnd(() => void server.kill('SIGKILL'))
    server.stdout.pause()
    const exited = new Promise<number | null>((resolve) => server.once('exit', resolve))
    const clientInfo = { name: 'by-hand', version: '0' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    // Some megabytes of answers, which no pipe holds.
    for (let id = 2; id < 400; id += 1) server.stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`)
    await new Promise<void>((resolve) => server.stdin.end(resolve))
    const endedAt = performance.now()
    expect(await exited).toBe(0)
    // From the end of its input, which it sees only when it has started.
    console.log(`${name} ended ${Math.round(performance.now() - endedAt)} ms after its input`)
  })

  test.each(['mcp', 'files'])('%s answers all that was asked before its input ended', async (name) => {
    const folder = projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" })
    const { server, answers, exited } = start(name === 'mcp' ? [name, '--dir', folder] : [name, '--root', folder])
    const clientInfo = { name: 'by-hand', version: '0' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const asked = name === 'mcp' ? call(2, 'run', {}) : call(2, 'Grep', { pattern: 'dot' })
    server.stdin.end(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n${asked}${call(3, 'none', {})}`,
    )
    expect(await exited).toBe(0)
    expect(answers).toHaveLength(3)
    expect(answers.find(({ id }) => id === 2)).toMatchObject({ result: { isError: false } })
  })

  test('ends quietly when its output is closed', async () => {
    const { initialize, write, server, exited, stderr } = start()
    await initialize()
    server.stdout.destroy()
    for (let id = 2; id < 10; id += 1) await write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`)
    expect(await exited).toBe(0)
    expect(stderr()).toBe('')
  })
})
