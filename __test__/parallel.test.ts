// Many calls at once: of one session, of several, and of several processes. And calls that are cancelled.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import type { FileEditResult, FileToolAnswer } from '../index.js'
import {
  atEnd,
  cancelledWithin,
  deadlineMs,
  HELD_TO_A_DEADLINE,
  ROOT,
  scratch,
  seededRandom,
  sleep,
} from './support.js'
import { open, reopen } from './workspace-support.js'

const COUNTER = join(ROOT, '__test__', 'hosts', 'increment.mjs')

/** Under load; the promise is 50 ms. */
const CANCELLED_WITHIN_MS = deadlineMs(250)

const LINES = 100
const line = (number: number, word: string): string => `line ${number} is ${word};`
const lines = (word: (number: number) => string): string =>
  Array.from({ length: LINES }, (_, number) => `${line(number, word(number))}\n`).join('')

const kindOf = (result: FileEditResult): string => (result.status === 'refused' ? result.error.code : result.status)

describe('edits of one file at once', () => {
  test(`${LINES} by one session are all applied`, async () => {
    const { workspace, text } = await open({ 'a.txt': lines(() => 'old') }, { durability: 'fast' })
    await workspace.read({ path: 'a.txt' })
    const results = await Promise.all(
      Array.from({ length: LINES }, (_, number) =>
        workspace.edit({ path: 'a.txt', oldText: line(number, 'old'), newText: line(number, `new-${number}`) }),
      ),
    )
    expect(results.map(kindOf)).toEqual(Array(LINES).fill('committed'))
    expect(text('a.txt')).toBe(lines((number) => `new-${number}`))
    const ids = results.map((result) => (result.status === 'committed' ? result.commitId : undefined))
    expect(new Set(ids).size, 'each can be undone by itself').toBe(LINES)
  })

  test(`${LINES} by two sessions are applied or refused, and none is lost`, async () => {
    const { workspace, root, historyDir, text } = await open({ 'a.txt': lines(() => 'old') }, { durability: 'fast' })
    const sessions = [workspace, await reopen({ root, historyDir, durability: 'fast' })]
    for (const session of sessions) await session.read({ path: 'a.txt' })
    const attempt = async (number: number): Promise<string> =>
      kindOf(
        await sessions[number % 2]!.edit({
          path: 'a.txt',
          oldText: line(number, 'old'),
          newText: line(number, `new-${number}`),
        }),
      )
    const kinds = await Promise.all(Array.from({ length: LINES }, (_, number) => attempt(number)))
    expect(kinds.filter((kind) => !['committed', 'stale_read', 'conflict'].includes(kind))).toEqual([])
    expect(kinds).toContain('committed')
    expect(text('a.txt')).toBe(lines((number) => (kinds[number] === 'committed' ? `new-${number}` : 'old')))

    // Those that were refused go through after another look.
    for (const [number, kind] of kinds.entries()) {
      if (kind === 'committed') continue
      await sessions[number % 2]!.read({ path: 'a.txt' })
      expect(await attempt(number)).toBe('committed')
    }
    expect(text('a.txt')).toBe(lines((number) => `new-${number}`))
  })

  test('edits, writes and multi-edits between each other leave the text of one of them', async () => {
    const { workspace, text } = await open({ 'a.txt': 'start\n' }, { durability: 'fast', readFirst: 'off' })
    const whole = (number: number): string => `${`whole ${number}\n`.repeat(200)}`
    await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        number % 3
          ? workspace.write({ path: 'a.txt', text: whole(number) })
          : workspace.edit({ path: 'a.txt', oldText: 'whole', newText: 'part', replaceAll: true }),
      ),
    )
    const now = text('a.txt')
    const number = /\d+/.exec(now)?.[0]
    expect([whole(Number(number)), whole(Number(number)).replaceAll('whole', 'part')]).toContain(now)
  })

  test('four processes count to a thousand', async () => {
    const [root, historyDir] = [scratch(), join(scratch(), 'state')]
    writeFileSync(join(root, 'n.txt'), 'n=0;\n')
    const request = JSON.stringify({ options: { root, historyDir, durability: 'fast' }, times: 250, file: 'n.txt' })
    const counts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, [COUNTER, request], { stdio: ['ignore', 'pipe', 'inherit'] })
        atEnd(() => void child.kill('SIGKILL'))
        return JSON.parse(await text(child.stdout)) as { applied: number; refusals: Record<string, number> }
      }),
    )
    const applied = counts.reduce((sum, count) => sum + count.applied, 0)
    expect(readFileSync(join(root, 'n.txt'), 'utf8')).toBe(`n=${applied};\n`)
    const kinds = new Set(counts.flatMap(({ refusals }) => Object.keys(refusals)))
    expect([...kinds].filter((kind) => !['stale_read', 'conflict', 'no_match'].includes(kind))).toEqual([])
    expect(readdirSync(root), 'no temporary file is left').toEqual(['n.txt'])
  })
})

describe('different files at once', () => {
  test('100 writes, each with separate and shared folders', async () => {
    const { workspace, text } = await open({}, { durability: 'fast' })
    const name = (number: number): string => `shared/${number % 7}/own-${number}/a.txt`
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, number) => workspace.write({ path: name(number), text: `${number}\n` })),
    )
    expect(results.filter(({ ok }) => !ok)).toEqual([])
    for (let number = 0; number < 100; number += 1) expect(text(name(number))).toBe(`${number}\n`)
  })

  test('reads, searches and changes between each other are all answered', async () => {
    const names = Array.from({ length: 50 }, (_, number) => `d${number % 5}/${number}.txt`)
    const files = Object.fromEntries(names.map((name) => [name, 'word\n']))
    const { workspace, root } = await open(files, { durability: 'fast', readFirst: 'off' })
    const answers = await Promise.all(
      names.flatMap((file_path) => [
        workspace.callTool('Read', { file_path }),
        workspace.callTool('Edit', { file_path, old_string: 'word', new_string: 'words' }),
        workspace.callTool('Grep', { pattern: 'word', path: file_path }),
        workspace.callTool('Glob', { pattern: '**/*.txt' }),
        workspace.callTool('LS', { path: '.' }),
      ]),
    )
    expect(answers.filter(({ result }) => !result)).toEqual([])
    // A file is never seen half written, nor its temporary one.
    const globs = answers.filter(({ filenames, mode }) => filenames && !mode)
    expect(globs.map(({ totalFiles }) => totalFiles)).toEqual(Array(50).fill(50))
    const now = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
    expect(now.sort()).toEqual([...names].sort())
  })
})

describe('the end of a workspace', () => {
  test('answers or refuses every call under way, and leaves whole files', async () => {
    const old = 'old\n'.repeat(1_000)
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`${number}.txt`, old]))
    const { workspace, text } = await open(files, { readFirst: 'off' })
    const calls = Object.keys(files).flatMap((file_path) => [
      workspace.callTool('Edit', { file_path, old_string: 'old', new_string: 'new', replace_all: true }),
      workspace.callTool('Read', { file_path }),
      workspace.callTool('Grep', { pattern: 'old' }),
    ])
    await sleep(10)
    const closed = workspace.close()
    const outcomes = await Promise.all(
      calls.map((call) =>
        call.then(
          ({ result, kind }) => (result ? 'ok' : kind),
          (thrown: { code: string }) => thrown.code,
        ),
      ),
    )
    await closed
    const allowed = ['ok', 'closed', 'cancelled']
    expect(outcomes.filter((outcome) => !allowed.includes(outcome ?? ''))).toEqual([])
    Object.keys(files).forEach((name, index) => {
      const word = outcomes[3 * index] === 'ok' ? 'new' : 'old'
      expect(text(name), name).toBe(`${word}\n`.repeat(1_000))
    })
    await expect(workspace.callTool('Read', { file_path: '0.txt' })).rejects.toMatchObject({ code: 'closed' })
  })
})

describe('a cancelled call', () => {
  /** Enough to search that a search takes a while. */
  function manyFiles(root: string, folders: number): void {
    const content = 'some words to be searched, line after line\n'.repeat(200)
    for (let folder = 0; folder < folders; folder += 1) {
      const path = join(root, `d${folder}`)
      mkdirSync(path)
      for (let file = 0; file < 40; file += 1) writeFileSync(join(path, `${file}.txt`), content)
    }
  }

  const signalAfter = (ms: number) => {
    const controller = new AbortController()
    const aborted = { at: 0 }
    setTimeout(() => {
      aborted.at = performance.now()
      controller.abort()
    }, ms)
    return { signal: controller.signal, aborted }
  }

  test('that was cancelled before it began does nothing', async () => {
    const { workspace, root, text } = await open({ 'a.txt': 'old\n' }, { readFirst: 'off' })
    const signal = AbortSignal.abort()
    const calls: [string, object][] = [
      ['Read', { file_path: 'a.txt' }],
      ['Write', { file_path: 'b.txt', content: 'new' }],
      ['Edit', { file_path: 'a.txt', old_string: 'old', new_string: 'new' }],
      ['MultiEdit', { file_path: 'a.txt', edits: [{ old_string: 'old', new_string: 'new' }] }],
      ['NotebookEdit', { notebook_path: 'a.ipynb', cell_number: 0, new_source: 'new' }],
      ['Glob', { pattern: '*' }],
      ['Grep', { pattern: 'old' }],
      ['LS', { path: '.' }],
    ]
    for (const [tool, args] of calls) {
      expect(await workspace.callTool(tool, args, { signal }), tool).toMatchObject({ result: false, kind: 'cancelled' })
    }
    expect([text('a.txt'), readdirSync(root)]).toEqual(['old\n', ['a.txt']])
  })

  test('of a search stops it', HELD_TO_A_DEADLINE, async () => {
    const root = scratch()
    manyFiles(root, 60)
    const workspace = await reopen({ root, historyDir: join(scratch(), 'state') })
    // A pattern that is slow to find nothing, on every line.
    const slow = { pattern: '(\\w+ ?){1,40}[0-9]{3}', output_mode: 'content' }
    const searches: [tool: string, args: object, afterMs: number][] = [
      ['Grep', slow, 20],
      ['Grep', { ...slow, multiline: true }, 20],
      ['Grep', { pattern: 'words', output_mode: 'count' }, 3],
      ['Glob', { pattern: '**/*' }, 1],
      ['LS', { path: '.' }, 1],
    ]
    for (const [tool, args, afterMs] of searches) {
      const what = `${tool} ${JSON.stringify(args)}`
      const { answer, tookMs } = await cancelledWithin(
        (signal) => workspace.callTool(tool, args, { signal }),
        ({ kind }) => kind === 'cancelled',
        afterMs,
      )
      expect(answer, what).toMatchObject({ result: false, kind: 'cancelled' })
      expect(tookMs, what).toBeLessThan(CANCELLED_WITHIN_MS)
    }
    // The cancelled call no longer works: the process is idle.
    await sleep(100)
    const before = process.cpuUsage()
    await sleep(300)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(deadlineMs(150))
  })

  test('of any tool at any moment is done or not done, never half', HELD_TO_A_DEADLINE, async () => {
    const seed = Number(process.env.SCENEWRIGHT_TEST_SEED ?? 20)
    const random = seededRandom(seed)
    const root = scratch()
    manyFiles(root, 20)
    const notebook = (source: string): string =>
      JSON.stringify({
        cells: [{ cell_type: 'markdown', id: 'a', source, metadata: {} }],
        metadata: {},
        nbformat: 4,
        nbformat_minor: 5,
      })
    const historyDir = join(scratch(), 'state')
    const workspace = await reopen({ root, historyDir, readFirst: 'off' })
    const big = (word: string): string => `${word} in a long line of text\n`.repeat(20_000)
    const path = join(root, 'big.txt')
    const book = join(root, 'book.ipynb')
    const tally: Record<string, [done: number, cancelled: number]> = {}
    for (let round = 0; round < 25; round += 1) {
      const calls: [tool: string, args: object, check?: (done: boolean) => void][] = [
        ['Read', { file_path: 'big.txt', offset: 19_000 }],
        ['Glob', { pattern: '**/*' }],
        ['Grep', { pattern: 'words.*line', output_mode: 'content' }],
        ['LS', { path: '.' }],
        ['Edit', { file_path: 'big.txt', old_string: 'old', new_string: 'new', replace_all: true }],
        ['MultiEdit', { file_path: 'big.txt', edits: [{ old_string: 'old', new_string: 'new', replace_all: true }] }],
        ['Write', { file_path: 'big.txt', content: big('new') }],
        ['NotebookEdit', { notebook_path: 'book.ipynb', cell_number: 0, new_source: 'new' }],
      ]
      for (const [tool, args] of calls) {
        writeFileSync(path, big('old'))
        writeFileSync(book, notebook('old'))
        const { signal, aborted } = signalAfter(random() * 25)
        const answer: FileToolAnswer = await workspace.callTool(tool, args, { signal })
        const counted = (tally[tool] ??= [0, 0])
        counted[answer.result ? 0 : 1] += 1
        const what = `seed ${seed}, round ${round}, ${tool}`
        if (!answer.result) {
          expect(answer, what).toMatchObject({ kind: 'cancelled' })
          expect(performance.now() - aborted.at, what).toBeLessThan(CANCELLED_WITHIN_MS)
        }
        const isChange = ['Edit', 'MultiEdit', 'Write'].includes(tool)
        const word = isChange && answer.result ? 'new' : 'old'
        // Nor is it done after the answer.
        if (isChange && !answer.result && round % 3 === 0) await sleep(30)
        expect(readFileSync(path, 'utf8') === big(word), `${what}: the file is ${word}`).toBe(true)
        if (tool !== 'NotebookEdit') continue
        const [cell] = (JSON.parse(readFileSync(book, 'utf8')) as { cells: { source: string | string[] }[] }).cells
        expect([cell?.source].flat(), what).toEqual([answer.result ? 'new' : 'old'])
      }
    }
    const counts = Object.entries(tally).map(([tool, numbers]) => `${tool} ${numbers.join('/')}`)
    console.log('done/cancelled:', counts.join(', '))
    expect(Object.values(tally).some(([, cancelled]) => cancelled > 0)).toBe(true)
    // A cancelled call is answered at once, and clears away after its answer what it had begun. The end waits for that.
    await workspace.close()
    const strange = readdirSync(root).filter((name) => !/^(d\d+|big\.txt|book\.ipynb)$/.test(name))
    expect(strange, 'no temporary file is left').toEqual([])
  })
})
