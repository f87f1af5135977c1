// `scenewright mcp` behind a client of the official SDK.
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { startByHand } from './by-hand.js'
import {
  ANSWER_WITHIN_MS,
  HELD_TO_A_DEADLINE,
  connect,
  contentsOf,
  example,
  fileOf,
  projectOf,
  type Connection,
} from './support.js'

/** The time of scripts that only their limit ends: a loaded machine runs the good ones of the same server within it. */
const ENDLESS_TIME_MS = 10_000
/** The time of all others. */
const TIME_MS = 60_000
const MARK = 'names.sort('

/** Edits of the town's main that must not leave a trace, by what is wrong with them. */
const BROKEN: readonly [name: string, newText: string, kinds: readonly string[]][] = [
  ['a syntax error', `names.sort((${'\n'}`, ['syntax']],
  ['a throw in the middle', `throw new Error('in the middle')\n${MARK}`, ['thrown']],
  ['a name that nothing declares', `drawCirle('c', 0, 0, 1)\n${MARK}`, ['reference']],
  ['a call that the scene refuses', `drawCircle('c', 0, 0, -1)\n${MARK}`, ['range', 'type', 'scene']],
  ['an endless loop', `while (true) {}\n${MARK}`, ['timeout']],
  ['a string of half a gigabyte', `"x".repeat(2**29)\n${MARK}`, ['memory', 'range']],
  ['200,000 nested brackets', `var deep = ${'['.repeat(200_000)}${']'.repeat(200_000)}\n${MARK}`, ['stack']],
  ['an endless loop in a comparator', `[2, 1].sort(function () { for (;;) {} })\n${MARK}`, ['timeout']],
]

const edit = (old_code: string, new_code: string) => ({ file: 'main', old_code, new_code })

describe('the list of tools', () => {
  test('has edit, which says what it must', async () => {
    const { client } = await connect(example('town'))
    const { tools } = await client.listTools()
    const description = tools.find(({ name }) => name === 'edit')?.description
    expect(description).toContain('파일 부분 수정 → 자동 실행. ⚠️ read로 먼저 확인 필수.')
  })

  test('an unknown tool is an error of the protocol', async () => {
    const { client } = await connect(example('town'))
    await expect(client.callTool({ name: 'eidt', arguments: {} })).rejects.toThrow(/Unknown tool: eidt/)
  })

  test('a bad argument is an answer that names it', async () => {
    const { client } = await connect(example('town'))
    const result = await client.callTool({ name: 'read', arguments: { fiel: 'main' } })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toMatch(/fiel|file/)
  })
})

describe('answers', () => {
  test('read is plain text', async () => {
    const dir = example('town')
    const { text } = await connect(dir)
    expect(await text('read', { file: 'main' })).toContain("import 'city_lib'")
  })

  test('a good edit answers with the summary of the scene', async () => {
    const { call, text } = await connect(example('town'))
    await text('read', { file: 'main' })
    const answer = await call('edit', edit('row < 9', 'row < 8'))
    expect(answer).toMatchObject({ success: true, data: { file: 'main', replaced: true } })
    expect(answer).toHaveProperty('data.scene.entities')
    expect(answer.warnings ?? []).toEqual([])
    expect(JSON.stringify(answer).length).toBeLessThan(2_500)
  })

  test('an edit without a read succeeds with a warning', async () => {
    const { call } = await connect(example('town'))
    const answer = await call('edit', edit('row < 9', 'row < 8'))
    expect(answer.success).toBe(true)
    expect(answer.warnings).toContainEqual(expect.stringContaining('Warning: Consider using read first'))
  })

  test('a missing text', async () => {
    const dir = example('town')
    const { client } = await connect(dir)
    const before = contentsOf(dir)
    const result = await client.callTool({ name: 'edit', arguments: edit('rwo < 9', 'row < 8') })
    expect(result.isError).toBe(true)
    const [content] = result.content as { text: string }[]
    expect(JSON.parse(content?.text ?? '')).toMatchObject({
      success: false,
      data: { replaced: false },
      error: expect.stringContaining('old_code not found in file'),
    })
    expect(contentsOf(dir)).toEqual(before)
  })

  test('render gives the picture beside the text', async () => {
    const { client } = await connect(example('flat'))
    const { content } = await client.callTool({ name: 'render', arguments: { width: 320, height: 200 } })
    expect(content).toMatchObject([
      { type: 'text' },
      { type: 'text', text: expect.stringMatching(/^Picture of 320 × 200 px: 1 cm is .*\nThe file: .*\.png$/) },
      { type: 'image', mimeType: 'image/png' },
      { type: 'resource_link', uri: expect.stringMatching(/^scene:\/\/pictures\//) },
    ])
  })
})

describe('changes of several files', () => {
  const lib = 'function drawDot(name) { drawCircle(name, 0, 0, 4) }\n'
  const dir = (): string => projectOf({ main: "import 'lib'\ndrawDot('a')\n", lib })
  const changes = [
    { type: 'edit', file: 'lib', old_code: 'drawDot', new_code: 'drawSpot' },
    { file: 'main', old_code: 'drawDot', new_code: 'drawSpot' },
    { file: 'lib', to: 'shapes' },
    { file: 'main', old_code: "'lib'", new_code: "'shapes'" },
  ]

  test('check shows the picture, apply commits, undo and redo go back and forth', async () => {
    const folder = dir()
    const { client, call } = await connect(folder)
    const before = contentsOf(folder)
    const checked = await client.callTool({ name: 'check', arguments: { changes } })
    expect(checked.isError).toBe(false)
    expect(checked.content).toMatchObject([
      { type: 'text' },
      { type: 'text' },
      { type: 'image' },
      { type: 'resource_link' },
    ])
    expect(contentsOf(folder)).toEqual(before)

    const applied = await call('apply', { changes, message: 'spots' })
    const files = [
      { file: 'main', change: 'updated', replaced: 2 },
      { file: 'lib', change: 'renamed', to: 'shapes', replaced: 1 },
    ]
    expect(applied).toMatchObject({ success: true, data: { files, scene: { entities: 1 } } })
    const { transactionId } = (applied.data as { scene: { transactionId: string } }).scene
    expect(await call('history')).toMatchObject({ data: { rows: [{ id: transactionId, message: 'spots' }], total: 1 } })
    expect(await call('undo')).toMatchObject({ success: true, data: { undone: transactionId } })
    expect(contentsOf(folder)).toMatchObject(before)
    expect(await call('redo', { id: transactionId })).toMatchObject({ success: true, data: { redone: transactionId } })
    expect(Object.keys(contentsOf(folder))).toContain('modules/shapes.js')
  })

  test('one that fails leaves no trace and names the change', async () => {
    const folder = dir()
    const { call } = await connect(folder)
    const before = contentsOf(folder)
    const refused = await call('apply', { changes: [changes[1], { file: 'lib', old_code: 'nowhere', new_code: '' }] })
    expect(refused).toMatchObject({ success: false, data: { rolledBack: true } })
    expect(refused.errorInfo).toMatchObject({ kind: 'no_match', file: 'lib' })
    expect(refused.error).toMatch(/^Change 2: old_code not found in file/)
    const reverted = await call('apply', { changes: [changes[0]] })
    expect(reverted).toMatchObject({ success: false, data: { rolledBack: true } })
    expect(reverted.errorInfo).toMatchObject({ kind: 'reference', file: 'main', line: 2 })
    expect(contentsOf(folder)).toEqual(before)
  })
})

describe('an edit that fails leaves no trace', () => {
  test.each(BROKEN)('%s', HELD_TO_A_DEADLINE, async (_, newText, kinds) => {
    const dir = example('town')
    const timeMs = kinds.includes('timeout') ? ENDLESS_TIME_MS : TIME_MS
    const { call, text } = await connect(dir, ['--time-ms', String(timeMs)])
    await text('read', { file: 'main' })
    expect((await call('run')).success).toBe(true)
    const before = contentsOf(dir)
    const scene = await call('inspect', { view: 'info' })

    const startedAt = performance.now()
    const answer = await call('edit', edit(MARK, newText))
    const tookMs = performance.now() - startedAt

    expect(answer).toMatchObject({ success: false, data: { replaced: false, rolledBack: true } })
    expect(kinds).toContain(answer.errorInfo?.kind)
    expect(tookMs).toBeLessThan(timeMs + ANSWER_WITHIN_MS)
    expect(contentsOf(dir)).toEqual(before)
    expect(await call('inspect', { view: 'info' })).toEqual(scene)

    expect((await call('edit', edit('row < 9', 'row < 8'))).success).toBe(true)
    expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toContain('row < 8')
  })
})

describe('many at once', () => {
  async function slots(count: number): Promise<{ dir: string; connection: Connection }> {
    const lines = Array.from({ length: count }, (_, index) => `// slot ${index};\n`)
    const dir = projectOf({ main: lines.join('') })
    return { dir, connection: await connect(dir) }
  }

  test('ten good and ten broken edits: ten committed, ten refused each with its own error', async () => {
    const { dir, connection } = await slots(20)
    await connection.text('read', { file: 'main' })
    const codeOf = (slot: number): string =>
      slot % 2 === 0 ? `drawCircle('c${slot}', ${slot}, 0, 1);` : `throw new Error('broken ${slot}');`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, slot) => connection.call('edit', edit(`// slot ${slot};`, codeOf(slot)))),
    )
    answers.forEach((answer, slot) => {
      if (slot % 2 === 0) expect(answer).toMatchObject({ success: true, data: { replaced: true } })
      else expect(answer).toMatchObject({ success: false, error: expect.stringContaining(`broken ${slot}`) })
    })
    const expected = Array.from({ length: 20 }, (_, slot) =>
      slot % 2 === 0 ? `${codeOf(slot)}\n` : `// slot ${slot};\n`,
    )
    expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toBe(expected.join(''))
    expect(await connection.call('run')).toMatchObject({ success: true, data: { scene: { entities: 10 } } })
  })
})

describe('the process', () => {
  test('stdout carries JSON-RPC and nothing else, whatever scripts print', async () => {
    const dir = projectOf({ main: "console.log('out'); console.error('err')\n" })
    const { lines, request, call, initialize, end } = startByHand(dir)
    await initialize()
    await request(2, 'tools/list', {})
    await call(3, 'run')
    await call(4, 'edit', edit('nowhere', 'x'))
    await call(5, 'nonsense')
    await request(6, 'nonsense/method', {})
    await end()
    expect(lines.length).toBeGreaterThanOrEqual(6)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    expect(lines.find((line) => line.includes('"id":3'))).toContain('out')
  })

  test('ends with 0 when its client goes away', async () => {
    const { initialize, end } = startByHand(example('flat'))
    await initialize()
    expect(await end()).toBe(0)
  })

  test.runIf(process.platform !== 'win32')('ends with 0 on SIGTERM, also in the middle of a run', async () => {
    const { server, initialize, call, exited } = startByHand(projectOf({ main: 'for (;;) {}\n' }))
    await initialize()
    void call(2, 'run')
    await new Promise((resolve) => setTimeout(resolve, 300))
    server.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  test('a main that loops for ever does not stop it from starting', async () => {
    const { text } = await connect(projectOf({ main: 'for (;;) {}\n' }))
    expect(await text('read', { file: 'main' })).toContain('for (;;) {}')
  })
})
