// The tables of edits: each row is one call on one file, and what is on disk then.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { FileToolAnswer, PatchHunk } from '../index.js'
import { counting } from './edits/counting.js'
import { creation } from './edits/creation.js'
import { deletion } from './edits/deletion.js'
import { diagnosis } from './edits/diagnosis.js'
import { encodings } from './edits/encodings.js'
import { flexible } from './edits/flexible.js'
import { large } from './edits/large.js'
import { lineEnds } from './edits/line-ends.js'
import { literalText } from './edits/literal-text.js'
import { multiEdit } from './edits/multi-edit.js'
import { placeholders } from './edits/placeholders.js'
import { encode, type Change, type Row } from './edits/row.js'
import { unicode } from './edits/unicode.js'
import { open, tree, type Bench } from './workspace-support.js'

const TABLES = {
  'literal text': literalText,
  'line ends': lineEnds,
  encodings,
  unicode,
  counting,
  'several edits': multiEdit,
  deletion,
  'flexible matching': flexible,
  diagnosis,
  creation,
  placeholders,
  'large files': large,
}

for (const [title, rows] of Object.entries(TABLES)) {
  describe(title, () => {
    for (const row of rows) test(row.name, () => check(row))
  })
}

test('there are many rows, and no two have one name', () => {
  const names = Object.entries(TABLES).flatMap(([title, rows]) => rows.map((row) => `${title}: ${row.name}`))
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(150)
})

async function check(row: Row): Promise<void> {
  const bench = await open({}, { durability: 'fast' })
  const path = row.path ?? 'file.txt'
  const file = bytesOf(row.file, row)
  if (file) put(bench, path, file)
  for (const [name, text] of Object.entries(row.beside ?? {})) put(bench, name, Buffer.from(text))
  if (file && !row.unread) await bench.workspace.recordRead(path)
  const before = tree(bench.root)

  const answer = await call(bench, path, row)
  if (row.answer) expect(answer).toMatchObject(row.answer)
  for (const name of row.lacks ?? []) expect(answer).not.toHaveProperty(name)
  if (row.refused) {
    refuses(answer, row.refused)
    expect(tree(bench.root)).toEqual(before)
    return
  }
  expect(answer.message).toBeUndefined()
  expect(answer.result).toBe(true)
  warns(answer, row.warns)
  const becomes = bytesOf(row.becomes ?? null, row)
  if (typeof row.file !== 'object' || row.file === null) patches(answer, row)
  if (row.dryRun) {
    expect(answer).toMatchObject({ dry_run: true })
    expect(answer).not.toHaveProperty('transactionId')
    expect(tree(bench.root)).toEqual(before)
    return
  }
  expect(readable(readFileSync(bench.path(path)))).toEqual(readable(becomes))
  expect(await bench.workspace.checkFreshness(path)).toMatchObject({ state: 'fresh' })
  expect(await bench.workspace.undo({ commitId: String(answer['transactionId']) })).toMatchObject({
    status: 'committed',
  })
  expect(tree(bench.root)).toEqual(before)
}

function call({ workspace }: Bench, path: string, row: Row): Promise<FileToolAnswer> {
  const ways = {
    file_path: path,
    ...(row.flexible && { match: 'flexible' }),
    ...(row.dryRun && { dry_run: true }),
  }
  const replacement = ([old_string, new_string, more]: Change) => ({ old_string, new_string, ...more })
  if (row.write !== undefined) return workspace.callTool('Write', { file_path: path, content: row.write })
  if (row.edits) return workspace.callTool('MultiEdit', { ...ways, edits: row.edits.map(replacement) })
  if (row.edit) return workspace.callTool('Edit', { ...ways, ...replacement(row.edit) })
  throw new Error(`${row.name} calls nothing`)
}

function refuses(answer: FileToolAnswer, refused: NonNullable<Row['refused']>): void {
  const { result, behavior, kind, errorCode, message = '' } = answer
  expect({ result, behavior, kind, errorCode }, message).toEqual({
    result: false,
    behavior: 'ask',
    kind: refused.kind,
    errorCode: refused.code,
  })
  for (const part of refused.says ?? []) expect(message).toContain(part)
  for (const part of refused.doesNotSay ?? []) expect(message).not.toContain(part)
}

function warns(answer: FileToolAnswer, expected: Row['warns']): void {
  const { warnings = [] } = answer as { readonly warnings?: unknown }
  if (expected === undefined) return
  if (expected === null) expect(warnings).toEqual([])
  else expect(String(warnings)).toContain(expected)
}

/** The patch of an answer, put on the old text, makes the new one, and its lines are counted right. */
function patches(answer: FileToolAnswer, row: Row): void {
  if (answer['type'] === 'create' || typeof row.becomes !== 'string') return
  const hunks = answer['structuredPatch'] as readonly PatchHunk[]
  if (/\r(?!\n)/.test(String(row.file ?? ''))) {
    // Of a file with lone CR the patch is one of bytes, as its diff is: programs that read patches take only LF for a line end.
    const headers = [...String(answer['diff']).matchAll(/^@@ -(\d+)\S* \+(\d+)/gm)].map(([, from, to]) => [
      Number(from),
      Number(to),
    ])
    expect(hunks.map(({ oldStart, newStart }) => [oldStart, newStart])).toEqual(headers)
    return
  }
  const [old, fresh] = [linesOf(String(row.file ?? '')), linesOf(row.becomes)]
  const made: string[] = []
  let at = 0
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    const from = oldLines === 0 ? oldStart : oldStart - 1
    made.push(...old.slice(at, from))
    expect(made.length).toBe(newLines === 0 ? newStart : newStart - 1)
    const ended = withEnds(lines)
    const side = (mark: string) =>
      ended.filter((line) => line[0] === ' ' || line[0] === mark).map((line) => line.slice(1))
    expect(old.slice(from, from + oldLines)).toEqual(side('-'))
    expect(side('+')).toHaveLength(newLines)
    made.push(...side('+'))
    at = from + oldLines
  }
  made.push(...old.slice(at))
  shows(answer, hunks, fresh, row)
  expect(answer['truncated']).toBe(row.truncated)
  // What there is of it was put on the old text above.
  if (row.truncated) return
  expect(made.join('')).toBe(fresh.join(''))
  const marked = (mark: string) => hunks.flatMap(({ lines }) => lines).filter((line) => line.startsWith(mark)).length
  expect([answer['added'], answer['removed']]).toEqual([marked('+'), marked('-')])
}

/** The diff has the hunks of the patch, and the snippet is the new text around them, with its numbers. */
function shows(answer: FileToolAnswer, hunks: readonly PatchHunk[], fresh: readonly string[], row: Row): void {
  const shown = hunks.flatMap(({ lines }) => lines)
  const diff = String(answer['diff'])
  const end = row.truncated ? ['... truncated: there are more changes than are shown here', ''] : ['']
  // Of other files the diff is one of bytes, which tests/diffs.rs applies.
  const isOfText = !/[\r\uFEFF]/.test(`${String(row.file)}${String(row.becomes)}`) && row.encoding !== 'utf8-bom'
  if (isOfText)
    expect(withoutCuts(diff.split('\n').filter((line) => !/^(---|\+\+\+|@@) /.test(line)))).toEqual(
      withoutCuts([...shown, ...end]),
    )
  const snippet = String(answer['snippet'])
  const numbers: number[] = []
  for (const line of snippet.split('\n')) {
    const number = /^ *(\d+)→/.exec(line)
    if (!number) continue
    numbers.push(Number(number[1]))
    const text = line.slice(number[0].length)
    if (text.length < 2_000) expect(text).toBe(fresh[Number(number[1]) - 1]?.replace('\n', ''))
  }
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
  const [first] = hunks
  if (first && fresh.length > 0 && fresh.length < 100) {
    const at = first.newStart + first.lines.findIndex((line) => line[0] !== ' ')
    for (let line = Math.max(1, at - 4); line < Math.min(at, fresh.length + 1); line++) expect(numbers).toContain(line)
  }
  const opening = `The file ${row.path ?? 'file.txt'} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n`
  if (row.file !== null && !row.dryRun) expect(answer.assistant.startsWith(opening + snippet)).toBe(true)
  expect(answer.assistant.includes('(The patch is truncated: ')).toBe(row.truncated === true)
}

/** Only lines that are shown whole. */
function withoutCuts(lines: readonly string[]): string[] {
  return lines.filter((line) => line.length < 1_000)
}

/** Lines of a hunk with their line ends. */
function withEnds(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    if (line.startsWith('\\')) return []
    return [lines[index + 1]?.startsWith('\\') ? line : `${line}\n`]
  })
}

/** Lines with LF ends, the mark that a text may bring along aside. */
function linesOf(text: string): string[] {
  return text.replace(/\r\n?/g, '\n').match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Text where it is that, so that a failure can be read; else hexadecimal. */
function readable(bytes: Buffer | null): string {
  const text = bytes?.toString('latin1') ?? 'no file'
  return /^[\t\n\r -~]*$/.test(text) ? text : (bytes?.toString('hex') ?? '')
}

function bytesOf(content: string | Buffer | null, row: Row): Buffer | null {
  return typeof content === 'string' ? encode(content, row.encoding) : content
}

function put({ path }: Bench, name: string, bytes: Buffer): void {
  mkdirSync(dirname(join(path(name))), { recursive: true })
  writeFileSync(path(name), bytes)
}
