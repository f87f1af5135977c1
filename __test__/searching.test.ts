// What Grep reports to a model and a host about all matches.
import { writeFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { open } from './workspace-support.js'

const MANY = Object.fromEntries(
  Array.from({ length: 130 }, (_, number) => [
    `f${String(number).padStart(3, '0')}.${number % 2 ? 'ts' : 'js'}`,
    'x\nx y\n',
  ]),
)

test('every match is reached page by page, with the totals and the next offset', async () => {
  const { workspace } = await open(MANY)
  const first = await workspace.callTool('Grep', { pattern: 'x', sort: 'path' })
  expect(first).toMatchObject({ numFiles: 100, totalFiles: 130, nextOffset: 100, truncated: true })
  expect(first.assistant).toContain('\n(Shown: files 1-100 of 130. Continue with offset: 100.)')
  const second = await workspace.callTool('Grep', { pattern: 'x', sort: 'path', offset: 100 })
  expect(second).toMatchObject({ numFiles: 30, truncated: false })
  expect(second.assistant).toContain('(Shown: files 101-130 of 130.)')
  expect(second['nextOffset']).toBeUndefined()
  const content = await workspace.callTool('Grep', { pattern: 'x', output_mode: 'content', head_limit: 7, offset: 3 })
  expect(content).toMatchObject({ numMatches: 260, nextOffset: 10 })
  expect(content.assistant).toContain(
    '(Shown: lines 4-10 of 260. In all: 260 matching lines in 130 files. Continue with offset: 10.)',
  )
  const whole = await workspace.callTool('Grep', { pattern: 'x', output_mode: 'content', head_limit: 0 })
  expect(whole['lines']).toHaveLength(260)
  const past = await workspace.callTool('Grep', { pattern: 'x', offset: 500 })
  expect(past).toMatchObject({
    numFiles: 0,
    assistant: expect.stringContaining('offset 500 is past the last of 130 files'),
  })
  const counted = await workspace.callTool('Grep', { pattern: 'x', output_mode: 'count', head_limit: 1 })
  expect(counted.assistant).toContain('In all: 260 matching lines in 130 files.')
})

test('globs come as a list, and the names that others know are taken', async () => {
  const { workspace } = await open({ 'a.ts': 'one\nx\ntwo\n', 'b.js': 'x\n', 'c.md': 'x\n', 'my file.txt': 'x\n' })
  for (const glob of ['*.ts,*.js', '*.ts *.js', '*.{ts,js}']) {
    expect(await workspace.callTool('Grep', { pattern: 'x', glob }), glob).toMatchObject({ totalFiles: 2 })
  }
  expect(await workspace.callTool('Grep', { pattern: 'x', include: 'my file.txt' })).toMatchObject({ totalFiles: 1 })
  const near = await workspace.callTool('Grep', { pattern: 'x', glob: 'a.ts', output_mode: 'content', context: 1 })
  expect(near.assistant).toBe('a.ts-1-one\na.ts:2:x\na.ts-3-two')
  const parts = await workspace.grep({ pattern: 't.', outputMode: 'content', onlyMatching: true, include: 'a.ts' })
  expect(parts).toMatchObject({ lines: [{ line: 3, text: 'tw' }], matchCount: 1 })
})

test('a pattern that cannot match, or perhaps not as meant, gets a note', async () => {
  const { workspace, path } = await open({ 'a.ts': 'one\ntwo\n' })
  const refused = await workspace.callTool('Grep', { pattern: 'one\\ntwo' })
  expect(refused).toMatchObject({
    result: false,
    kind: 'invalid_input',
    assistant: expect.stringContaining('multiline'),
  })
  expect(await workspace.callTool('Grep', { pattern: 'one\\ntwo', multiline: true })).toMatchObject({ totalFiles: 1 })
  writeFileSync(path('latin.txt'), Buffer.from('Die Größe der Fläche über dem Fuß\r\nund die Höhe\r\n', 'latin1'))
  expect(await workspace.callTool('Grep', { pattern: 'größe' })).toMatchObject({ filenames: ['latin.txt'] })
  writeFileSync(path('old.txt'), 'one\rtwo\rthree')
  const lone = await workspace.grep({ pattern: '^t', outputMode: 'content', include: 'old.txt' })
  expect(lone).toMatchObject({
    lines: [
      { line: 2, text: 'two' },
      { line: 3, text: 'three' },
    ],
  })
})

test('the parts that match are named as the cause where they have no characters, and the files where none fits', async () => {
  const { workspace } = await open({ 'a.ts': 'gear\n' })
  const find = async (pattern: string, include: string) => {
    const found = await workspace.grep({ pattern, include, outputMode: 'content', onlyMatching: true })
    return found.ok ? found.modelText : found.error.message
  }
  expect(await find('^', '*.ts')).toContain('leave -o out')
  expect(await find('box', '*.ts')).not.toContain('Note')
  expect(await find('box', '*.js')).toContain('no file fits `*.js`')
  expect(await find('gear', '*.ts')).toBe('a.ts:1:gear')
})

test('a name that no folder has is answered with the nearest one, and arguments of another tool with that tool', async () => {
  const { workspace } = await open({ 'src/lib/constants.ts': 'x\n' })
  for (const pattern of ['**/constant.ts', 'constant.ts']) {
    const found = await workspace.glob({ pattern })
    expect(found.ok && found.modelText, pattern).toContain('Did you mean `src/lib/constants.ts`?')
  }
  const edits = [{ old_string: 'x', new_string: 'y' }]
  const refused = await workspace.callTool('Edit', { file_path: 'src/lib/constants.ts', edits })
  expect(refused.message).toContain('MultiEdit takes what was given.')
})

test('what could not be searched whole is named', async () => {
  const { workspace } = await open({ 'a.txt': 'word\n', 'b.txt': Buffer.from('caf\x8e na\x95ve word\n', 'latin1') })
  const found = await workspace.grep({ pattern: 'word', sort: 'path' })
  expect(found).toMatchObject({ status: 'ok', paths: ['a.txt', 'b.txt'], partial: ['unknown_encoding'] })
  if (found.status === 'ok') expect(found.troubles).toMatchObject([{ reason: 'unknown_encoding', path: 'b.txt' }])
  expect(await workspace.grep({ pattern: 'word', include: 'a.txt' })).not.toHaveProperty('troubles')
})
