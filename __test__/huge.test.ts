// Files of a gigabyte: a part of one is read, and one is searched, in little memory.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { FileToolAnswer } from '../index.js'
import { cancelledWithin, deadlineMs, HELD_TO_A_DEADLINE, ROOT, scratch } from './support.js'
import { reopen } from './workspace-support.js'

const MIB = 1 << 20
const GIB = 1 << 30

const MEASURER = join(ROOT, '__test__', 'hosts', 'memory.mjs')

/** The promise. */
const MOST_MORE = 50 * MIB

/** Under load; the promise is 50 ms. */
const CANCELLED_WITHIN_MS = deadlineMs(250)

const why =
  process.platform !== 'linux'
    ? 'memory is measured by /proc'
    : statfsSync(tmpdir()).bavail * statfsSync(tmpdir()).bsize < 3 * GIB
      ? 'there is less than 3 GiB of room for temporary files'
      : undefined
if (why) console.warn(`Huge files are not tried: ${why}.`)

/** A file of a gigabyte made of one block over and over, and then an end. */
function huge(folder: string, name: string, block: Buffer, end: string): void {
  const handle = openSync(join(folder, name), 'w')
  for (let written = 0; written + block.length <= GIB; written += block.length) writeSync(handle, block)
  writeSync(handle, end)
  closeSync(handle)
}

interface Measured {
  readonly answer: FileToolAnswer
  readonly durationMs: number
  readonly before: { readonly resident: number; readonly most: number }
  readonly most: number
}

function measure(root: string, tool: string, args: object): Measured {
  const request = { options: { root, historyDir: join(root, '.state') }, small: 'small.txt', call: [tool, args] }
  const { stdout, stderr, status } = spawnSync(process.execPath, [MEASURER, JSON.stringify(request)], {
    encoding: 'utf8',
    maxBuffer: 64 * MIB,
  })
  expect(status, stderr).toBe(0)
  const measured = JSON.parse(stdout) as Measured
  const more = (measured.most - measured.before.resident) / MIB
  console.log(`${tool}: ${more.toFixed(1)} MiB more, ${Math.round(measured.durationMs)} ms`)
  return measured
}

const moreOf = ({ most, before }: Omit<Measured, 'answer'>): number => most - before.resident

describe.skipIf(why !== undefined)('of a file of a gigabyte', () => {
  let root = ''
  beforeEach(() => {
    root = scratch()
    writeFileSync(join(root, 'small.txt'), 'small\n')
  })

  const LINE = 'a line of sixty-three characters and one to end it, nothing more'.slice(0, 63)
  const LINES = GIB / 64

  /** A folder with a file of many lines, which takes some time to write and is only read. */
  let lines = ''
  beforeAll(() => {
    lines = mkdtempSync(join(tmpdir(), 'scenewright-huge-'))
    writeFileSync(join(lines, 'small.txt'), 'small\n')
    huge(lines, 'big.log', Buffer.from(`${LINE}\n`.repeat(MIB / 64)), 'the very last\n')
  })
  afterAll(() => rmSync(lines, { recursive: true, force: true }))

  test('ten lines at the end are read, and all of it is refused', () => {
    const offset = LINES - 8
    const measured = measure(lines, 'Read', { file_path: 'big.log', offset, limit: 10 })
    const { answer } = measured
    expect(answer).toMatchObject({ result: true, startLine: offset, numLines: 10, totalLines: LINES + 1 })
    expect(answer.content).toBe(`${`${LINE}\n`.repeat(9)}the very last\n`)
    const numbered = (answer.assistant.match(/^ *\d+→.*$/gm) ?? []).map((line) => line.trim())
    expect(numbered).toHaveLength(10)
    expect([numbered[0], numbered[9]]).toEqual([`${offset}→${LINE}`, `${LINES + 1}→the very last`])
    expect(moreOf(measured)).toBeLessThan(MOST_MORE)

    const whole = measure(lines, 'Read', { file_path: 'big.log' })
    expect(whole.answer).toMatchObject({
      result: false,
      kind: 'too_large',
      message:
        'File content (1048576KB) exceeds maximum allowed size (256KB). Please use offset and limit parameters to ' +
        'read specific portions of the file, or use the Grep tool to search for specific content.',
    })
    expect(moreOf(whole)).toBeLessThan(MOST_MORE)

    const past = measure(lines, 'Read', { file_path: 'big.log', offset: LINES + 2, limit: 10 })
    expect(past.answer).toMatchObject({ result: false, kind: 'invalid_input' })
    expect(past.answer.message).toMatch(new RegExp(`${LINES + 1}|${(LINES + 1).toLocaleString('en')}`))

    const found = measure(lines, 'Grep', { pattern: 'very last', path: 'big.log', output_mode: 'content', '-n': true })
    expect(found.answer).toMatchObject({ result: true, numFiles: 1 })
    expect(JSON.stringify(found.answer)).toContain(String(LINES + 1))
    expect(moreOf(found)).toBeLessThan(MOST_MORE)
  })

  test('a search and a read stop in the middle of it', HELD_TO_A_DEADLINE, async () => {
    const workspace = await reopen({ root: lines, historyDir: join(lines, '.state') })
    for (const [tool, args] of [
      ['Grep', { pattern: 'nothing', output_mode: 'count' }],
      ['Grep', { pattern: '(\\w+ ?){1,40}[0-9]{3}', multiline: true }],
      ['Read', { file_path: 'big.log', offset: LINES - 8, limit: 10 }],
    ] as const) {
      const { answer, tookMs } = await cancelledWithin(
        (signal) => workspace.callTool(tool, args, { signal }),
        ({ kind }) => kind === 'cancelled',
        100,
      )
      expect(answer, tool).toMatchObject({ result: false, kind: 'cancelled' })
      expect(tookMs, tool).toBeLessThan(CANCELLED_WITHIN_MS)
    }
  })

  test('of nothing but NUL is no text, which is seen at once', () => {
    writeFileSync(join(root, 'nul.bin'), '')
    truncateSync(join(root, 'nul.bin'), GIB)
    for (const args of [{}, { offset: 5, limit: 10 }]) {
      const { answer, ...measured } = measure(root, 'Read', { file_path: 'nul.bin', ...args })
      expect(answer).toMatchObject({ result: false, kind: 'binary_file' })
      expect(moreOf(measured)).toBeLessThan(MOST_MORE)
    }
    const { answer, ...measured } = measure(root, 'Grep', { pattern: 'a', path: 'nul.bin' })
    expect(answer).toMatchObject({ result: true, numFiles: 0, skipped: { binary: 1 } })
    expect(moreOf(measured)).toBeLessThan(MOST_MORE)
  })

  test('that is a single line, a search says that it is not whole', () => {
    huge(root, 'line.txt', Buffer.alloc(MIB, 'a'), '')
    for (const args of [{}, { path: 'line.txt' }, { path: 'line.txt', multiline: true }, { output_mode: 'content' }]) {
      const measured = measure(root, 'Grep', { pattern: 'needle', ...args })
      const { answer } = measured
      expect(answer, JSON.stringify(args)).toMatchObject({ result: true, numFiles: 0 })
      expect(answer.partial, JSON.stringify(args)).toEqual([expect.stringContaining('line_too_long')])
      expect(answer.assistant).toContain('Not everything was searched')
      expect(moreOf(measured), JSON.stringify(args)).toBeLessThan(MOST_MORE)
    }
    const read = measure(root, 'Read', { file_path: 'line.txt', offset: 1, limit: 10 })
    expect(read.answer).toMatchObject({ result: true, numLines: 1, totalLines: 1 })
    expect((read.answer.content as string).length).toBeLessThan(3_000)
    expect(moreOf(read)).toBeLessThan(MOST_MORE)
  })
})
