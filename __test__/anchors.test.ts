// Edits by anchors in place of texts: a line's number and a hash of its text.
import { writeFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { anchorOf } from '../ts/anchors.js'
import { open, type Bench } from './workspace-support.js'

const LINES = ['one', 'two', '', 'four', 'two']

async function bench(lines: readonly string[] = LINES, end = '\n'): Promise<Bench> {
  return open({ 'a.txt': lines.map((line) => line + end).join('') }, { anchors: true, durability: 'fast' })
}

const at = (line: number, text: string) => anchorOf(line, text)

async function edit({ workspace }: Bench, anchor: string, text: string) {
  return workspace.callTool('Edit', { file_path: 'a.txt', anchor, new_string: text })
}

test('Read and Grep show anchors', async () => {
  const { workspace } = await bench()
  const read = await workspace.callTool('Read', { file_path: 'a.txt', offset: 2, limit: 1 })
  expect(read.assistant.split('\n')[0]).toBe(`${at(2, 'two').padStart(11)}→two`)
  const found = await workspace.callTool('Grep', { pattern: 'four', output_mode: 'content', '-B': 1 })
  expect(found.assistant).toBe(`a.txt-3-${at(3, '').slice(2)}-\na.txt:${at(4, 'four')}:four`)
})

test.each<[string, readonly string[], string]>([
  ['the line of the anchor, though another is equal', [at(5, 'two'), 'TWO'], 'one\ntwo\n\nfour\nTWO\n'],
  ['a range, whole', [`${at(1, 'one')}-${at(2, 'two')}`, 'x\ny\nz'], 'x\ny\nz\n\nfour\ntwo\n'],
  ['an empty line', [at(3, ''), 'three'], 'one\ntwo\nthree\nfour\ntwo\n'],
  ['a line that is deleted', [at(4, 'four'), ''], 'one\ntwo\n\ntwo\n'],
])('an edit replaces %s', async (_, [anchor = '', text = ''], becomes) => {
  const it = await bench()
  await it.workspace.recordRead('a.txt')
  expect(await edit(it, anchor, text)).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe(becomes)
})

test('CRLF stays', async () => {
  const it = await bench(['a', 'b', 'c'], '\r\n')
  await edit(it, at(2, 'b'), 'B\nC')
  expect(it.text('a.txt')).toBe('a\r\nB\r\nC\r\nc\r\n')
})

test('edits of a MultiEdit have the anchors of the file before them', async () => {
  const it = await bench()
  await it.workspace.recordRead('a.txt')
  const edits = [
    { anchor: at(1, 'one'), new_string: '1\n1' },
    { anchor: at(4, 'four'), new_string: '4' },
  ]
  expect(await it.workspace.callTool('MultiEdit', { file_path: 'a.txt', edits })).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('1\n1\ntwo\n\n4\ntwo\n')
  const twice = [
    { anchor: at(1, '1'), new_string: 'x' },
    { anchor: `${at(1, '1')}-${at(2, '1')}`, new_string: 'y' },
  ]
  const refused = await it.workspace.callTool('MultiEdit', { file_path: 'a.txt', edits: twice })
  expect(refused.assistant).toContain('Two edits of the call change line 1')
})

test('a moved line is found where it is unique', async () => {
  const it = await bench()
  await it.workspace.recordRead('a.txt')
  writeFileSync(it.path('a.txt'), 'zero\none\ntwo\n\nfour\ntwo\n')
  expect(await edit(it, at(4, 'four'), '4')).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('zero\none\ntwo\n\n4\ntwo\n')
})

test('a line that was changed is not taken for an equal one elsewhere', async () => {
  const it = await bench(['a', 'same', 'b', 'x', 'same', 'y'])
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  writeFileSync(it.path('a.txt'), 'a\nother\nb\nx\nsame\ny\n')
  expect(await edit(it, at(2, 'same'), 'X')).toMatchObject({ result: false, kind: 'conflict' })
  writeFileSync(it.path('a.txt'), 'new\na\nsame\nb\nx\nother\ny\n')
  expect(await edit(it, at(2, 'same'), 'X')).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('new\na\nX\nb\nx\nother\ny\n')
})

test('a line that stands where an equal one was is not taken for it', async () => {
  const it = await bench(['a', 'same', 'b', 'same', 'c'])
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  writeFileSync(it.path('a.txt'), 'new\nnew\na\nsame\nb\nsame\nc\n')
  expect(await edit(it, at(4, 'same'), 'X')).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('new\nnew\na\nsame\nb\nX\nc\n')
})

test('a stale anchor is refused with the lines as they are now', async () => {
  const it = await bench()
  await it.workspace.recordRead('a.txt')
  writeFileSync(it.path('a.txt'), 'one\ntwo\n\nFOUR\ntwo\n')
  const refused = await edit(it, at(4, 'four'), '4')
  expect(refused).toMatchObject({ result: false, kind: 'conflict' })
  expect(refused.assistant).toContain(`${at(4, 'FOUR')}→FOUR`)
  expect(it.text('a.txt')).toBe('one\ntwo\n\nFOUR\ntwo\n')
})

test('a range is refused where lines within it may have changed', async () => {
  const it = await bench()
  await it.workspace.recordRead('a.txt')
  writeFileSync(it.path('a.txt'), 'one\nTWO\n\nfour\ntwo\n')
  const refused = await edit(it, `${at(1, 'one')}-${at(4, 'four')}`, 'x')
  expect(refused).toMatchObject({ result: false, kind: 'conflict' })
  expect(it.text('a.txt')).toBe('one\nTWO\n\nfour\ntwo\n')
})

test('a malformed anchor is refused, and plain texts are still accepted', async () => {
  const it = await bench()
  await it.workspace.recordRead('a.txt')
  expect((await edit(it, 'line 4', 'x')).assistant).toContain('anchor must be like')
  const byText = { file_path: 'a.txt', old_string: 'four', new_string: '4' }
  expect(await it.workspace.callTool('Edit', byText)).toMatchObject({ result: true })
  const both = { ...byText, anchor: at(1, 'one') }
  expect((await it.workspace.callTool('Edit', both)).assistant).toContain('not both')
})

const COMMON: readonly [string, string][] = [
  ['capitals', at(2, 'two').toUpperCase()],
  ['a copied row', `${at(2, 'two').padStart(11)}→two`],
  ['a row of Grep', `a.txt:${at(2, 'two')}:two`],
  ['spaces', ` ${at(2, 'two').replace(':', ': ')} `],
  ['quotes', `"${at(2, 'two')}"`],
]

test.each(COMMON)('an anchor with %s is read', async (_, anchor) => {
  const it = await bench()
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  expect(await edit(it, anchor, 'X')).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('one\nX\n\nfour\ntwo\n')
})

test.each<[string, unknown]>([
  ['copied rows', `${at(1, 'one')}→one\n${at(2, 'two')}→two`],
  ['a list', [at(1, 'one'), at(2, 'two')]],
  ['"to"', `${at(1, 'one')} to ${at(2, 'two')}`],
])('a range as %s is read', async (_, anchor) => {
  const it = await bench()
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  const changed = await it.workspace.callTool('Edit', { file_path: 'a.txt', anchor, new_string: 'X' })
  expect(changed).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('X\n\nfour\ntwo\n')
})

test.each<[string, unknown, string]>([
  ['no hash', '2', at(2, 'two')],
  ['one hash of two', `${at(1, 'one')}-2`, at(2, 'two')],
  ['a wrong hash', '2:zzzz', at(2, 'two')],
  ['the end before the beginning', `${at(2, 'two')}-${at(1, 'one')}`, `${at(1, 'one')}-${at(2, 'two')}`],
  ['a line after the end', '900:zzzz', at(5, 'two')],
])('an anchor with %s is refused with the lines and their anchors', async (_, anchor, shown) => {
  const it = await bench()
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  const refused = await it.workspace.callTool('Edit', { file_path: 'a.txt', anchor, new_string: 'X' })
  expect(refused).toMatchObject({ result: false })
  expect(refused.assistant).toContain(shown)
  expect(it.text('a.txt')).toBe('one\ntwo\n\nfour\ntwo\n')
})

test('what a refusal shows can be given in the next call', async () => {
  const it = await bench()
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  writeFileSync(it.path('a.txt'), 'one\nTWO\n\nfour\ntwo\n')
  expect(await edit(it, at(2, 'two'), 'X')).toMatchObject({ result: false, kind: 'conflict' })
  expect(await edit(it, at(2, 'TWO'), 'X')).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('one\nX\n\nfour\ntwo\n')
})

test.each<[string, readonly number[], string]>([
  ['at the beginning', [3, 4], 'one\ntwo\ntwo\n'],
  ['at the end', [2, 3], 'one\nfour\ntwo\n'],
  ['with the last line', [3, 5], 'one\ntwo\n'],
])('a range with an empty line %s is deleted whole', async (_, [first = 0, last = 0], becomes) => {
  const it = await bench()
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  const anchor = `${at(first, LINES[first - 1] ?? '')}-${at(last, LINES[last - 1] ?? '')}`
  expect(await edit(it, anchor, '')).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe(becomes)
})

test('new_string must be given', async () => {
  const it = await bench()
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  const refused = await it.workspace.callTool('Edit', { file_path: 'a.txt', anchor: at(1, 'one') })
  expect(refused).toMatchObject({ result: false, kind: 'invalid_input' })
  expect(it.text('a.txt')).toBe('one\ntwo\n\nfour\ntwo\n')
})

test('anchors of one Read last through the changes of the session', async () => {
  const it = await bench(['}', 'a', '}', 'b', '}', 'c', '}'])
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  expect(await edit(it, at(2, 'a'), 'x\ny\nz')).toMatchObject({ result: true })
  expect(await edit(it, at(5, '}'), 'FIVE')).toMatchObject({ result: true })
  expect(await edit(it, at(7, '}'), '')).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('}\nx\ny\nz\n}\nb\nFIVE\nc\n')
  const refused = await edit(it, at(5, '}'), 'again')
  expect(refused.assistant).toContain('this session has changed these lines itself')
})

test('a long range is found though others put lines above', async () => {
  const it = await bench(['a', 'b', 'c', 'd', 'e', 'f'])
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  writeFileSync(it.path('a.txt'), 'new\na\nb\nc\nd\ne\nf\n')
  expect(await edit(it, `${at(2, 'b')}-${at(5, 'e')}`, 'X')).toMatchObject({ result: true })
  expect(it.text('a.txt')).toBe('new\na\nX\nf\n')
})

test('of a list that stands twice with lines put in beside one neither is taken', async () => {
  const list = Array.from({ length: 50 }, (_, index) => `case ${index}:`)
  const rest = Array.from({ length: 40 }, (_, index) => `other(${index})`)
  const it = await bench([...list, ...rest, ...list])
  await it.workspace.callTool('Read', { file_path: 'a.txt', offset: 100, limit: 40 })
  const now = [...list, ...rest, ...list.slice(0, 28), ...rest.slice(0, 8), ...list.slice(28)]
    .map((line) => `${line}\n`)
    .join('')
  writeFileSync(it.path('a.txt'), now)
  const refused = await edit(it, `${at(121, 'case 30:')}-${at(122, 'case 31:')}`, 'x')
  expect(refused.assistant).toContain('it fits 2 places now, on lines 31, 129')
  expect(it.text('a.txt')).toBe(now)
})

test('of a block that was copied neither is taken', async () => {
  const block = ['f() {', '  one()', '  two()', '}']
  const it = await bench(block)
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  const twice = `${[...block, ...block].join('\n')}\n`
  writeFileSync(it.path('a.txt'), twice)
  const refused = await edit(it, at(2, '  one()'), 'X')
  expect(refused.assistant).toContain('it fits 2 places now, on lines 2, 6')
  expect(it.text('a.txt')).toBe(twice)
})

test('an edit is called by the number that it was given', async () => {
  const it = await bench()
  await it.workspace.callTool('Read', { file_path: 'a.txt' })
  const edits = [
    { old_string: 'missing', new_string: 'x' },
    { anchor: at(1, 'one'), new_string: '1' },
    { anchor: at(4, 'four'), new_string: '4' },
  ]
  const refused = await it.workspace.callTool('MultiEdit', { file_path: 'a.txt', edits })
  expect(refused.assistant).toMatch(/^Edit 1: String to replace not found/)
  expect(refused).toMatchObject({ meta: { editIndex: 1 } })
  expect(it.text('a.txt')).toBe('one\ntwo\n\nfour\ntwo\n')
})
