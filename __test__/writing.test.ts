// Write as faithful as Edit, notebooks as files, and arguments that are read as they were meant.
import { chmodSync, readdirSync, statSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { open } from './workspace-support.js'

const fast = { durability: 'fast' } as const
const NOTEBOOK = JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 })

describe('Write', () => {
  test('keeps the line ends of lines that stay', async () => {
    const { workspace, text } = await open({ 'a.txt': 'one\r\ntwo\nthree\r\nfour\r\n' }, fast)
    await workspace.read({ path: 'a.txt' })
    const result = await workspace.write({ path: 'a.txt', text: 'one\ntwo\n3\nfour\nfive\n' })
    expect(text('a.txt')).toBe('one\r\ntwo\n3\r\nfour\r\nfive\r\n')
    expect(result).toMatchObject({ status: 'committed', change: 'updated', addedLines: 2, removedLines: 1 })
  })

  test('of the same content is no change, as are edits that cancel out', async () => {
    const { workspace, path } = await open({ 'a.txt': 'one\r\n' }, fast)
    await workspace.read({ path: 'a.txt' })
    chmodSync(path('a.txt'), 0o640)
    const before = statSync(path('a.txt')).ino
    for (const content of ['one\r\n', 'one\n']) {
      expect(await workspace.write({ path: 'a.txt', text: content })).toMatchObject({ error: { code: 'no_change' } })
    }
    const edits = [
      { oldText: 'one', newText: 'two' },
      { oldText: 'two', newText: 'one' },
    ]
    expect(await workspace.multiEdit({ path: 'a.txt', edits })).toMatchObject({ error: { code: 'no_change' } })
    const history = await workspace.history()
    expect([statSync(path('a.txt')).ino, history]).toMatchObject([before, { total: 0 }])
  })

  test.skipIf(process.platform === 'win32')('makes no file of a path that was written wrongly', async () => {
    const { workspace, root, path } = await open({ 'src/x.ts': '1\n' }, fast)
    for (const [given, hint] of [
      ['"src/x.ts"', 'Did you mean src/x.ts?'],
      ['`src/y.ts`', 'Give the path alone, such as src/y.ts.'],
      ['src\\x.ts', 'Did you mean src/x.ts?'],
      ['src/x.ts:12', 'Did you mean src/x.ts?'],
      [`${path('src/x.ts')}:12:3`, `Did you mean ${path('src/x.ts')}?`],
      ['@src/x.ts', 'Did you mean src/x.ts?'],
      ['src/x.ts ', 'Did you mean src/x.ts?'],
      ['src\\y.ts', 'Give the path alone, such as src/y.ts.'],
      ['new/', 'Give the path alone, such as new.'],
    ] as const) {
      const result = await workspace.write({ path: given, text: '2\n' })
      expect(result, given).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
      if (result.status === 'refused') expect(`${result.error.message}\n${result.error.hint ?? ''}`).toContain(hint)
    }
    const names = ['@types/a.ts', 'a:1', "it's.txt", 'src/X.ts', '`y.ts`', 'new/../src/../x.ts']
    for (const name of names) expect(await workspace.write({ path: name, text: '1\n' })).toMatchObject({ ok: true })
    const { notes } = await workspace.write({ path: 'SRC.txt', text: '1\n' })
    expect([notes ?? [], (await workspace.write({ path: 'src.txt', text: '1\n' })).notes]).toMatchObject([
      [],
      [expect.stringContaining('letter case alone')],
    ])
    expect(readdirSync(root).sort()).toEqual([
      '@types',
      'SRC.txt',
      '`y.ts`',
      'a:1',
      "it's.txt",
      'src',
      'src.txt',
      'x.ts',
    ])
  })

  test.each([
    ['run.bat', {}, '@echo\r\nexit\r\n', '@echo\r\nexit\r\n', undefined],
    ['run.CMD', { 'other.cmd': 'x\n' }, '@echo\r\n', '@echo\r\n', undefined],
    [
      'run.bat',
      { '.gitattributes': '*.bat eol=lf\n' },
      'a\r\n',
      'a\n',
      /\(CRLF\) were written as LF, as .gitattributes says/,
    ],
    [
      'a.txt',
      { '.gitattributes': '* eol=crlf\n' },
      'a\n',
      'a\r\n',
      /\(LF\) were written as CRLF, as .gitattributes says/,
    ],
    ['a.txt', { '.gitattributes': '* eol=crlf\n' }, 'a\r\n', 'a\r\n', undefined],
    ['a.txt', {}, 'a\r\nb\r\n', 'a\nb\n', /\(CRLF\) were written as LF, as new files have them/],
    ['a.txt', { 'b.txt': 'x\r\n' }, 'a\n', 'a\r\n', /as most files beside it have them/],
    ['a.txt', {}, 'a\nb', 'a\nb', undefined],
  ] as const)('of a new %s beside %j writes %j as %j', async (name, files, content, expected, note) => {
    const { workspace, text } = await open(files as Record<string, string>, fast)
    const { notes } = await workspace.write({ path: name, text: content })
    expect(text(name)).toBe(expected)
    if (note) expect(notes).toEqual([expect.stringMatching(note)])
    else expect(notes).toBeUndefined()
  })

  test('refuses words in place of code, unless one insists or the file has them', async () => {
    const { workspace, text } = await open({ 'a.ts': 'class A {\n  b() {}\n  // ...\n}\n' }, fast)
    await workspace.read({ path: 'a.ts' })
    for (const line of ['// ... rest of the code ...', '(unchanged methods)', '# ... existing code ...']) {
      const content = `class A {\n  c() {}\n  ${line}\n}\n`
      const refused = await workspace.write({ path: 'a.ts', text: content })
      expect(refused).toMatchObject({ status: 'refused', error: { code: 'placeholder' } })
      expect(refused.modelText).toContain(`\`${line}\``)
      expect(refused.modelText).toContain('allow_placeholders')
    }
    expect(await workspace.write({ path: 'a.ts', text: 'class B {\n  // ...\n}\n' })).toMatchObject({
      status: 'committed',
      change: 'updated',
    })
    const content = 'class A {\n  // ... rest of the code ...\n}\n'
    const insisted = await workspace.write({ path: 'a.ts', text: content, allowPlaceholders: true })
    expect([insisted.status, text('a.ts')]).toEqual(['committed', content])
    expect(await workspace.write({ path: 'n.ts', text: content })).toMatchObject({ error: { code: 'placeholder' } })
  })

  test('warns when a file shrinks by more than half', async () => {
    const { workspace } = await open({ 'a.txt': 'line\n'.repeat(100) }, fast)
    await workspace.read({ path: 'a.txt' })
    const half = await workspace.write({ path: 'a.txt', text: 'line\n'.repeat(50) })
    expect(half.notes).toBeUndefined()
    const less = await workspace.write({ path: 'a.txt', text: 'line\n'.repeat(24) })
    expect(less.notes).toEqual([
      expect.stringMatching(/shrank by more than half, from 50 lines \(250 bytes\) to 24 lines \(120 bytes\)/),
    ])
  })
})

describe('a notebook', () => {
  test('is created by Write, and from then on edited by NotebookEdit', async () => {
    const { workspace, text } = await open({}, fast)
    expect(await workspace.write({ path: 'n.ipynb', text: NOTEBOOK })).toMatchObject({
      status: 'committed',
      change: 'created',
    })
    const insert = { path: 'n.ipynb', newSource: 'x = 1', cellType: 'code', editMode: 'insert' } as const
    expect(await workspace.notebookEdit(insert)).toMatchObject({ status: 'committed' })
    expect(text('n.ipynb')).toContain('x = 1')
    const refused = await workspace.write({ path: 'n.ipynb', text: NOTEBOOK })
    expect(refused).toMatchObject({ error: { code: 'notebook', message: expect.stringContaining('NotebookEdit') } })
  })

  test('is not made from a text that is no notebook, and the refusal names no tool that refuses', async () => {
    const { workspace } = await open({}, fast)
    for (const content of ['{}', 'print(1)', '']) {
      const { modelText: assistant, ...result } = await workspace.write({ path: 'n.ipynb', text: content })
      expect(result).toMatchObject({ error: { code: 'notebook' } })
      expect(assistant).not.toContain('NotebookEdit')
    }
    const edits = [{ oldText: 'a', newText: 'b' }]
    expect((await workspace.multiEdit({ path: 'n.ipynb', edits })).modelText).toContain('Write creates a notebook')
  })

  test('that is broken is read as text, fixed by Edit, and replaced by Write', async () => {
    const broken = NOTEBOOK.replace('"metadata":{}', '"metadata":{')
    const { workspace, text } = await open({ 'n.ipynb': broken, 'm.ipynb': broken, 'o.ipynb': broken }, fast)
    const read = await workspace.read({ path: 'n.ipynb' })
    expect(read).toMatchObject({ status: 'ok', type: 'text', text: broken })
    expect(read.notes?.[0]).toMatch(/cannot be read as a notebook.* Edit can fix it, and Write replace it\.$/)
    const refused = await workspace.notebookEdit({ path: 'n.ipynb', cellId: 'cell-0', newSource: '1' })
    expect(refused.modelText).toContain('fix it with Edit, or replace it with Write')
    const fix = { oldText: '"metadata":{', newText: '"metadata":{}' }
    expect(await workspace.edit({ path: 'n.ipynb', ...fix })).toMatchObject({ status: 'committed' })
    expect(text('n.ipynb')).toBe(NOTEBOOK)
    expect(await workspace.edit({ path: 'n.ipynb', ...fix })).toMatchObject({ error: { code: 'notebook' } })
    await workspace.read({ path: 'm.ipynb' })
    expect(await workspace.multiEdit({ path: 'm.ipynb', edits: [fix] })).toMatchObject({ status: 'committed' })
    expect(await workspace.write({ path: 'o.ipynb', text: NOTEBOOK })).toMatchObject({
      error: { code: 'not_read' },
    })
  })

  test('names a cell without an id by cell- and its number', async () => {
    const cells = [{ cell_type: 'code', metadata: {}, source: '1', outputs: [], execution_count: null }]
    const content = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 })
    const { workspace } = await open({ 'n.ipynb': content }, fast)
    expect(await workspace.read({ path: 'n.ipynb' })).toMatchObject({ cells: [{ cellId: 'cell-0', cellNumber: 0 }] })
    const edit = { path: 'n.ipynb', cellId: 'cell-0', newSource: '2' }
    expect(await workspace.notebookEdit(edit)).toMatchObject({ status: 'committed', cellNumber: 0 })
  })
})

describe('arguments', () => {
  test('are read as they were meant where that is certain', async () => {
    const { workspace } = await open({ 'a.txt': 'one\ntwo\n' }, fast)
    const call = (name: string, args: object) => workspace.callTool(name, args)
    expect(await call('Read', { file_path: 'a.txt', offset: '2', limit: ' 1 ' })).toMatchObject({
      numLines: 1,
      startLine: 2,
    })
    expect(await call('Grep', { pattern: 'o', output_mode: 'content', head_limit: 0, '-n': 'false' })).toMatchObject({
      totalFiles: 1,
    })
    const edits = JSON.stringify([{ old_string: 'one', new_string: '1', replace_all: 'true' }])
    expect(await call('MultiEdit', { file_path: 'a.txt', edits })).toMatchObject({ result: true })
  })

  test('of other families are left out with a warning, and unknown ones are refused with the nearest name', async () => {
    const { workspace } = await open({ 'a.txt': 'one\n' }, fast)
    const read = await workspace.callTool('Read', { file_path: 'a.txt', pages: '1-2', description: 'reads' })
    expect(read['warnings']).toEqual([expect.stringContaining('pages'), expect.stringContaining('description')])
    const edit = { file_path: 'a.txt', old_string: 'one', new_string: '1', instruction: 'why' }
    expect(await workspace.callTool('Edit', edit)).toMatchObject({
      result: true,
      warnings: [expect.stringContaining('instruction')],
    })
    expect(await workspace.callTool('Edit', { ...edit, new_strin: '' })).toMatchObject({
      kind: 'invalid_input',
      message: 'Edit: there is no argument new_strin. Did you mean new_string?',
    })
  })
})
