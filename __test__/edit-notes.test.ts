// The notes of answers about an edit: matches that were not exact, corrections, other people's changes.
import { rmSync, writeFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import type { CallRecord, CorrectRequest, WorkspaceOptions } from '../index.js'
import { open } from './workspace-support.js'

const options = (more: Partial<WorkspaceOptions> = {}): Partial<WorkspaceOptions> => ({ durability: 'fast', ...more })

describe('a match that was not exact', () => {
  test('of quotes alone is accepted unasked, keeps the quotes of the file, and is reported', async () => {
    const { workspace, text } = await open({ 'a.txt': 'x\nsay(“hi”, ‘there’);\n' }, options())
    await workspace.read({ path: 'a.txt' })
    const edit = { path: 'a.txt', oldText: `say("hi", 'there');`, newText: `say("ho", 'there');` }
    const result = await workspace.edit(edit)
    expect(result).toMatchObject({ status: 'committed', flexible: { firstLine: 2, lastLine: 2 } })
    expect(text('a.txt')).toBe('x\nsay(“ho”, ‘there’);\n')
    expect(result.notes).toHaveLength(1)
    expect(result.notes?.[0]).toMatch(/^Note: oldText matched line 2 flexibly: typographic quotes differed\..*kept\.$/)
    // The model reads the names of its tools.
    expect(result.modelText.endsWith(`\n\n${result.notes?.[0]?.replace('oldText', 'old_string')}`)).toBe(true)
  })

  test('of white space is refused with the place and the offer, and accepted and reported on request', async () => {
    const { workspace, text } = await open({ 'a.py': 'if x:\n\tone()\n\ttwo()  \n' }, options())
    await workspace.read({ path: 'a.py' })
    const edit = { path: 'a.py', oldText: '    one()\n    two()', newText: '    one()\n    three()' }
    const refused = await workspace.edit(edit)
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'no_match' } })
    expect(refused.modelText).toContain('     2→\tone()')
    expect(refused.modelText).toContain('match: "flexible"')
    const taken = await workspace.edit({ ...edit, match: 'flexible' })
    expect(text('a.py')).toBe('if x:\n\tone()\n\tthree()  \n')
    expect(taken.notes?.[0]).toMatch(
      /matched lines 2 to 3 flexibly: indentation differed\. .*a tab, the text with 4 spaces/,
    )
  })

  test('is reported for each edit of several, by its number', async () => {
    const { workspace } = await open({ 'a.txt': '“a”\n“b”\n' }, options())
    await workspace.read({ path: 'a.txt' })
    const edits = [
      { oldText: '"a"', newText: '"c"' },
      { oldText: '"b"', newText: '"d"' },
    ]
    const result = await workspace.multiEdit({ path: 'a.txt', edits })
    expect(result.notes?.map((note) => note.slice(0, 45))).toEqual([
      'Note: edit 1: oldText matched line 1 flexibly',
      'Note: edit 2: oldText matched line 2 flexibly',
    ])
  })
})

describe('the correction of the host', () => {
  test('receives the request, may match that often, and is reported', async () => {
    const asked: CorrectRequest[] = []
    const correct = (request: CorrectRequest) => {
      asked.push(request)
      return { oldText: 'two', newText: request.newText }
    }
    const { workspace, text } = await open({ 'a.txt': 'one two two\n' }, options({ correct }))
    await workspace.read({ path: 'a.txt' })
    const edit = { path: 'a.txt', oldText: 'tow', newText: '2' }
    const all = await workspace.edit({ ...edit, expectedReplacements: 2 })
    expect(asked[0]).toMatchObject({ replaceAll: false, expectedReplacements: 2, oldText: 'tow' })
    expect(text('a.txt')).toBe('one 2 2\n')
    expect(all.notes?.[0]).toBe('Note: the host corrected the edit: oldText was `two`.')
    writeFileSync(`${workspace.roots[0]}/a.txt`, 'two two\n')
    await workspace.read({ path: 'a.txt' })
    expect(await workspace.edit({ ...edit, expectedReplacements: 3 })).toMatchObject({
      status: 'refused',
      error: { code: 'no_match', hint: expect.stringContaining('as often as was asked') },
    })
    expect(await workspace.edit({ ...edit, replaceAll: true })).toMatchObject({ replacements: 2 })
    expect(asked.at(-1)).toMatchObject({ replaceAll: true, expectedReplacements: null })
  })

  test('may also fix the new text, and an answer that is no text is a fault of the host', async () => {
    const answers: unknown[] = [{ oldText: 'a\n', newText: 'b\n' }, { oldText: 7, newText: '' }, {}]
    const correct = (() => answers.shift()) as never
    const { workspace, text } = await open({ 'x.txt': 'a\n' }, options({ correct }))
    await workspace.read({ path: 'x.txt' })
    const edit = { path: 'x.txt', oldText: 'a\\n!', newText: 'b\\n' }
    const fixed = await workspace.edit(edit)
    expect([text('x.txt'), fixed.status]).toEqual(['b\n', 'committed'])
    expect(fixed.notes?.[0]).toContain('for newText was `b')
    for (let left = answers.length; left > 0; left -= 1) {
      expect(await workspace.edit(edit)).toMatchObject({ error: { code: 'hook_failed' } })
    }
  })
})

test('a change by a person is reported with its lines, and counted by onCall', async () => {
  const records: CallRecord[] = []
  const { workspace, path } = await open(
    { 'a.txt': 'one\ntwo\n' },
    options({ confirm: () => ({ newText: 'ONE\ntwo!\n' }), onCall: (record) => void records.push(record) }),
  )
  await workspace.read({ path: 'a.txt' })
  const result = await workspace.edit({ path: 'a.txt', oldText: 'one', newText: '1' })
  expect(result).toMatchObject({ status: 'committed', modifiedByUser: true })
  expect(result.notes?.[0]).toMatch(/the user changed the proposal .*by 2 additions and 2 removals/)
  expect(result.notes?.[0]).toContain('\n-1\n-two\n+ONE\n+two!')
  await workspace.write({ path: 'new.txt', text: 'x' })
  await workspace.glob({ pattern: '*' })
  await workspace.edit({ path: 'none.txt', oldText: 'a', newText: 'b' })
  const changes = records.map(({ path: file, change, modifiedByUser }) => [file, change, modifiedByUser])
  expect(changes).toEqual([
    [path('a.txt'), undefined, undefined],
    [path('a.txt'), 'updated', true],
    [path('new.txt'), 'created', true],
    [undefined, undefined, undefined],
    [path('none.txt'), 'updated', undefined],
  ])
})

describe('files read earlier that somebody else has changed', () => {
  test('are reported once, with their freshness, by the next call of any tool', async () => {
    const { workspace, path } = await open({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' }, options())
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await workspace.read({ path: name })
    writeFileSync(path('a.txt'), 'other')
    writeFileSync(path('c.txt'), 'c')
    rmSync(path('b.txt'))
    const first = await workspace.glob({ pattern: '*' })
    expect([...(first.changedFiles ?? [])].sort((one, other) => one.path.localeCompare(other.path))).toMatchObject([
      { path: 'a.txt', state: 'changed', reminder: expect.stringContaining('a.txt was modified') },
      { path: 'b.txt', state: 'changed', reminder: 'Note: b.txt was deleted since last read.' },
    ])
    expect(first.modelText).toContain('Note: a.txt was modified externally since last read.')
    expect((await workspace.glob({ pattern: '*' })).changedFiles).toBeUndefined()
    writeFileSync(path('a.txt'), 'changed again')
    expect((await workspace.read({ path: 'd.txt' })).changedFiles).toMatchObject([{ path: 'a.txt' }])
    expect(await workspace.read({ path: 'a.txt' })).not.toHaveProperty('changedFiles')
    expect(await workspace.glob({ pattern: '*' })).not.toHaveProperty('changedFiles')
  })

  test('are not those that the session itself has changed', async () => {
    const { workspace } = await open({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, options())
    await workspace.read({ path: 'a.txt' })
    await workspace.edit({ path: 'a.txt', oldText: 'a', newText: 'c' })
    await workspace.transaction((tx) => tx.write({ path: 'a.txt', text: 'd\n' }))
    expect(await workspace.read({ path: 'b.txt' })).not.toHaveProperty('changedFiles')
  })

  test('are reported by events with the same words', async () => {
    const { workspace, path } = await open({ 'a.txt': 'a' }, options())
    const heard: string[] = []
    workspace.on('conflict', ({ reminder }) => heard.push(reminder))
    await workspace.read({ path: 'a.txt' })
    writeFileSync(path('a.txt'), 'b')
    await workspace.edit({ path: 'a.txt', oldText: 'b', newText: 'c' })
    await expect.poll(() => heard).toEqual([expect.stringMatching(/^Note: a\.txt was modified externally/)])
  })
})

test.each([
  ['Edit', { file_path: 'a.txt', old_string: 'none', new_string: 'x' }],
  ['Edit', { file_path: 'none.txt', old_string: 'none', new_string: 'x' }],
  ['Read', { file_path: '../secret' }],
  ['Grep', { pattern: 'x', output_mode: 'everything' }],
  ['Nothing', {}],
] as const)('a refusal of %s ends with what to do', async (tool, args) => {
  const { workspace } = await open({ 'a.txt': 'a\n' }, options())
  await workspace.recordRead('a.txt')
  const { assistant, whatToDo, kind } = await workspace.callTool(tool, args)
  expect(whatToDo).toMatch(/\.$/)
  expect(assistant).toMatch(new RegExp(`\\n\\nWhat to do: .+\\n\\(kind: ${kind}.*\\)$`))
  expect(assistant).toContain(whatToDo)
})
