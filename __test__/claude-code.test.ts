// The file tools under their own names, which are those of Claude Code: a case for each statement of its documentation, in
// the order of the table in `docs/other-names.md`.
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { PNG, serve, type Files } from './family-support.js'

const cellOf = (id: string, source: string, more: object = {}) => ({
  cell_type: 'code',
  id,
  metadata: {},
  source,
  ...more,
})
const OUTPUT = { output_type: 'stream', name: 'stdout', text: ['printed\n'] }
const BOOK = JSON.stringify({
  cells: [
    cellOf('one', 'print(1)', { outputs: [OUTPUT], execution_count: 1 }),
    { cell_type: 'markdown', id: 'two', metadata: {}, source: '# Title' },
    cellOf('three', '3', { outputs: [], execution_count: null }),
  ],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
})
const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

describe('the list of tools', () => {
  test('has the names and the required arguments', async () => {
    const { client } = await serve()
    const { tools } = await client.listTools()
    const required = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.required ?? []]))
    expect(required).toMatchObject({
      Read: ['file_path'],
      Write: ['file_path', 'content'],
      Edit: ['file_path', 'old_string', 'new_string'],
      MultiEdit: ['file_path', 'edits'],
      Glob: ['pattern'],
      Grep: ['pattern'],
      LS: ['path'],
      NotebookEdit: ['notebook_path', 'new_source'],
    })
    const optional = (name: string) =>
      Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})
    expect(optional('Read')).toEqual(expect.arrayContaining(['offset', 'limit', 'pages']))
    expect(optional('Edit')).toContain('replace_all')
    expect(optional('Glob')).toContain('path')
    expect(optional('Grep')).toEqual(
      expect.arrayContaining([
        'path',
        'glob',
        'type',
        'output_mode',
        '-A',
        '-B',
        '-C',
        '-n',
        '-i',
        'multiline',
        'head_limit',
        'offset',
      ]),
    )
    expect(optional('LS')).toContain('ignore')
    expect(optional('NotebookEdit')).toEqual(expect.arrayContaining(['cell_id', 'cell_type', 'edit_mode']))
  })
})

describe('Read', () => {
  test('gives lines with their numbers, from the start, by absolute and relative paths', async () => {
    const { good, path } = await serve(undefined, { 'a.txt': 'one\n\ttwo\n' })
    const shown = '     1→one\n     2→\ttwo'
    expect(await good('Read', { file_path: path('a.txt') })).toBe(shown)
    expect(await good('Read', { file_path: 'a.txt' })).toBe(shown)
  })

  test('gives at most 2,000 lines and says how to continue; offset and limit choose others', async () => {
    const { good, bad } = await serve(undefined, { 'a.txt': numbered(2_500) })
    const first = await good('Read', { file_path: 'a.txt' })
    expect(first).toContain(
      '  2000→line 2000\n\n(Lines 1 to 2000 of 2500 are shown. To continue, read with offset 2001.)',
    )
    expect(await good('Read', { file_path: 'a.txt', offset: 2_499 })).toBe('  2499→line 2499\n  2500→line 2500')
    expect(await good('Read', { file_path: 'a.txt', offset: 2, limit: 1 })).toMatch(/^ {5}2→line 2\n\n\(Lines 2 to 2 /)
    // A line beyond the end is reported with the number of lines.
    expect(await bad('Read', { file_path: 'a.txt', offset: 2_501 })).toMatch(/The file has 2500 lines/)
  })

  test('cuts long lines', async () => {
    const { good } = await serve(undefined, { 'a.txt': `${'x'.repeat(2_500)}\nend\n` })
    expect(await good('Read', { file_path: 'a.txt' })).toBe(
      `     1→${'x'.repeat(2_000)}... (+500 characters)\n     2→end`,
    )
  })

  test('refuses a text that is too large for one answer, and points to parts and to Grep', async () => {
    const { good, bad } = await serve(undefined, { 'big.txt': numbered(40_000) })
    expect(await bad('Read', { file_path: 'big.txt' })).toMatch(
      /exceeds maximum allowed size.*offset and limit.*Grep[\s\S]*What to do/,
    )
    expect(await good('Read', { file_path: 'big.txt', offset: 39_999, limit: 5 })).toContain('40000→line 40000')
  })

  test('gives the beginning of a part that is still too large, and says how to continue', async () => {
    // Characters count, not bytes; marks of cut lines count too.
    for (const line of ['y'.repeat(1_900), '가'.repeat(1_900), 'z'.repeat(3_000)]) {
      const { good } = await serve(undefined, { 'wide.txt': `${line}\n`.repeat(44) })
      const shown = await good('Read', { file_path: 'wide.txt', offset: 1, limit: 44 })
      const [, last] = /\(Lines 1 to (\d+) of 44 are shown\. To continue, read with offset \d+\.\)$/.exec(shown) ?? []
      expect(Number(last), line.slice(0, 1)).toBeGreaterThan(36)
      expect(shown.length).toBeLessThanOrEqual(80_000)
      expect(shown.split('\n').filter((row) => row.includes('→'))).toHaveLength(Number(last))
    }
  })

  test('says that a file is empty', async () => {
    const { good } = await serve(undefined, { 'empty.txt': '' })
    expect(await good('Read', { file_path: 'empty.txt' })).toBe('The file exists and is empty.')
  })

  test('shows pictures as pictures', async () => {
    const { call } = await serve(undefined, { 'pic.png': PNG, 'really.txt': PNG })
    for (const file_path of ['pic.png', 'really.txt']) {
      expect((await call('Read', { file_path })).content).toContainEqual(
        expect.objectContaining({ type: 'image', mimeType: 'image/png', data: PNG.toString('base64') }),
      )
    }
  })

  test('gives all cells of a notebook with their outputs', async () => {
    const { good } = await serve(undefined, { 'n.ipynb': BOOK })
    const cells = JSON.parse(await good('Read', { file_path: 'n.ipynb' }))
    expect(cells).toMatchObject([
      { id: 'one', cellType: 'code', source: 'print(1)', outputs: [{ text: 'printed\n' }] },
      { id: 'two', cellType: 'markdown', source: '# Title' },
      { id: 'three', outputs: [] },
    ])
    expect(cells[1]).not.toHaveProperty('outputs')
  })

  test('reads files and no folders, and points to LS', async () => {
    const { bad } = await serve(undefined, { 'sub/a.txt': 'a' })
    for (const file_path of ['sub', '.']) expect(await bad('Read', { file_path })).toMatch(/is a folder[\s\S]*LS/)
  })

  test('answers a missing file with an error that names a near one', async () => {
    const { bad } = await serve(undefined, { 'src/colour.ts': 'x' })
    expect(await bad('Read', { file_path: 'src/color.ts' })).toMatch(
      /^File does not exist\..*Did you mean src\/colour\.ts\?/,
    )
  })

  test('may be asked for several files at once', async () => {
    const files: Record<string, string> = {}
    for (let number = 0; number < 20; number += 1) files[`${number}.txt`] = `file ${number}\n`
    const { good } = await serve(undefined, files)
    const shown = await Promise.all(Object.keys(files).map((name) => good('Read', { file_path: name })))
    expect(shown).toEqual(Object.values(files).map((text) => `     1→${text.trimEnd()}`))
  })
})

describe('Edit', () => {
  const edit = (old_string: string, new_string: string, more: object = {}) => ({
    file_path: 'a.txt',
    old_string,
    new_string,
    ...more,
  })

  test('replaces a text exactly, without expressions, and shows the place', async () => {
    const { good, text } = await serve(undefined, { 'a.txt': 'x = f(.*)\n\tkeep  \n' })
    await good('Read', { file_path: 'a.txt' })
    const answer = await good('Edit', edit('f(.*)', '$1\\n$&'))
    expect(text('a.txt')).toBe('x = $1\\n$&\n\tkeep  \n')
    expect(answer).toMatch(
      /^The file a\.txt has been updated\. Here's the result of running `cat -n` on a snippet of the edited file:\n {5}1→x = /,
    )
  })

  test('asks first of all whether the file was read', async () => {
    const { bad, good, text } = await serve(undefined, { 'a.txt': 'one\n' })
    expect(await bad('Edit', edit('nowhere', 'x'))).toMatch(/^File has not been read yet\. Read it first/)
    await good('Read', { file_path: 'a.txt' })
    expect(await bad('Edit', edit('nowhere', 'x'))).toMatch(/^String to replace not found in file\./)
    await good('Edit', edit('one', '1'))
    // It knows the files that it wrote itself.
    await good('Edit', edit('1', '2'))
    expect(text('a.txt')).toBe('2\n')
  })

  test('refuses a file that changed since it was read, also where the text still fits', async () => {
    const { bad, good, path, text } = await serve(undefined, { 'a.txt': 'one\n' })
    await good('Read', { file_path: 'a.txt' })
    writeFileSync(path('a.txt'), 'one\nand more\n')
    expect(await bad('Edit', edit('one', '1'))).toMatch(/^File has been modified since read/)
    await good('Read', { file_path: 'a.txt' })
    await good('Edit', edit('one', '1'))
    expect(text('a.txt')).toBe('1\nand more\n')
  })

  test('misses by a single character of white space, and names it', async () => {
    const { bad, good, text } = await serve(undefined, { 'a.txt': 'if x:\n\tone\n' })
    await good('Read', { file_path: 'a.txt' })
    expect(await bad('Edit', edit('if x:\n    one', 'y'))).toMatch(/tab/)
    expect(await bad('Edit', edit('one ', 'y'))).toMatch(/^String to replace not found/)
    expect(text('a.txt')).toBe('if x:\n\tone\n')
  })

  test('fails where the text is not unique, unless replace_all is set', async () => {
    const { bad, good, text } = await serve(undefined, { 'a.txt': 'old = old + 1\n' })
    await good('Read', { file_path: 'a.txt' })
    expect(await bad('Edit', edit('old', 'new'))).toMatch(/^Found 2 matches of the string to replace/)
    await good('Edit', edit('old = old', 'new = old'))
    await good('Edit', edit('old', 'new', { replace_all: true }))
    expect(text('a.txt')).toBe('new = new + 1\n')
  })

  test('refuses new_string that is the same as old_string', async () => {
    const { bad, good } = await serve(undefined, { 'a.txt': 'one\n' })
    await good('Read', { file_path: 'a.txt' })
    expect(await bad('Edit', edit('one', 'one'))).toMatch(/^No changes to make/)
  })

  test('creates a file, and its folders, by an empty old_string', async () => {
    const { bad, good, text } = await serve()
    await good('Edit', { file_path: 'new/of/a.txt', old_string: '', new_string: 'made\n' })
    expect(text('new/of/a.txt')).toBe('made\n')
    expect(await bad('Edit', { file_path: 'new/of/a.txt', old_string: '', new_string: 'again\n' })).toMatch(
      /^Cannot create new file - file already exists\./,
    )
  })

  test('refuses a path that may not be read, a new file as well', async () => {
    const { bad } = await serve(undefined, { 'key.pem': 'secret\n' }, ['--deny', '*.pem'])
    for (const [file_path, old_string] of [
      ['key.pem', 'secret'],
      ['new.pem', ''],
    ] as const) {
      expect(await bad('Edit', { file_path, old_string, new_string: 'x' })).toMatch(/^Not permitted/)
    }
  })
})

describe('Write', () => {
  test('creates a file with its folders, and puts the full content in place of an old one', async () => {
    const { good, text } = await serve(undefined, { 'a.txt': 'one\ntwo\n' })
    await good('Write', { file_path: 'new/of/b.txt', content: 'b\n' })
    await good('Read', { file_path: 'a.txt' })
    await good('Write', { file_path: 'a.txt', content: 'three\n' })
    expect([text('new/of/b.txt'), text('a.txt')]).toEqual(['b\n', 'three\n'])
  })

  test('fails on a file that was not read, or that changed since', async () => {
    const { bad, good, path, text } = await serve(undefined, { 'a.txt': 'one\n' })
    expect(await bad('Write', { file_path: 'a.txt', content: 'x' })).toMatch(/^File has not been read yet/)
    await good('Read', { file_path: 'a.txt' })
    writeFileSync(path('a.txt'), 'other\n')
    expect(await bad('Write', { file_path: 'a.txt', content: 'x' })).toMatch(/^File has been modified since read/)
    expect(text('a.txt')).toBe('other\n')
  })
})

describe('MultiEdit', () => {
  test('makes edits in their order, each on the result of those before', async () => {
    const { good, text } = await serve(undefined, { 'a.txt': 'a b a\n' })
    await good('Read', { file_path: 'a.txt' })
    const edits = [
      { old_string: 'a', new_string: 'c', replace_all: true },
      { old_string: 'c b', new_string: 'd' },
      { old_string: 'd c', new_string: 'e' },
    ]
    await good('MultiEdit', { file_path: 'a.txt', edits })
    expect(text('a.txt')).toBe('e\n')
  })

  test('makes all edits or none, and names the one that fails', async () => {
    const { bad, good, text } = await serve(undefined, { 'a.txt': 'one two two\n' })
    await good('Read', { file_path: 'a.txt' })
    const first = { old_string: 'one', new_string: '1' }
    for (const [second, message] of [
      [{ old_string: 'none', new_string: 'x' }, /^Edit 2: String to replace not found/],
      [{ old_string: 'two', new_string: 'x' }, /^Edit 2: Found 2 matches/],
      [{ old_string: 'one', new_string: 'x' }, /^Edit 2: String to replace not found/],
      [{ old_string: 'x', new_string: 'x' }, /^Edit 2: old_string and new_string cannot be the same/],
    ] as const) {
      expect(await bad('MultiEdit', { file_path: 'a.txt', edits: [first, second] })).toMatch(message)
    }
    expect(text('a.txt')).toBe('one two two\n')
    expect(await bad('MultiEdit', { file_path: 'a.txt', edits: [] })).toContain('edits')
  })

  test('creates a file by a first edit with an empty old_string', async () => {
    const { good, text } = await serve()
    const edits = [
      { old_string: '', new_string: 'one two\n' },
      { old_string: 'two', new_string: '2' },
    ]
    await good('MultiEdit', { file_path: 'a.txt', edits })
    expect(text('a.txt')).toBe('one 2\n')
  })
})

describe('Glob', () => {
  const files: Files = { 'a.js': '', 'src/b.ts': '', 'src/deep/c.ts': '', 'src/d.js': '', 'e.json': '', 'f.yaml': '' }

  test('understands the patterns of its examples', async () => {
    const { good } = await serve(undefined, files)
    const found = async (pattern: string) => (await good('Glob', { pattern })).split('\n').sort()
    expect(await found('**/*.js')).toEqual(['a.js', 'src/d.js'])
    expect(await found('src/**/*.ts')).toEqual(['src/b.ts', 'src/deep/c.ts'])
    expect(await found('*.{json,yaml}')).toEqual(['e.json', 'f.yaml'])
    expect(await good('Glob', { pattern: '*.rs' })).toBe('No files found')
  })

  test('gives the newest first, at most 100, and says that there are more', async () => {
    const many: Record<string, string> = {}
    for (let number = 0; number < 130; number += 1) many[`f${number}.txt`] = ''
    const { good, path } = await serve(undefined, many)
    for (const [index, name] of Object.keys(many).entries()) utimesSync(path(name), 1_000 + index, 1_000 + index)
    const shown = (await good('Glob', { pattern: '*.txt' })).split('\n')
    expect(shown.slice(0, 2)).toEqual(['f129.txt', 'f128.txt'])
    expect(shown.filter((line) => line.endsWith('.txt'))).toHaveLength(100)
    expect(shown).toContain('(Results are truncated. Consider using a more specific path or pattern.)')
  })

  test('searches the folder of path; one that is missing is an error', async () => {
    const { good, bad } = await serve(undefined, files)
    expect(await good('Glob', { pattern: '*.js', path: 'src' })).toBe('src/d.js')
    expect(await bad('Glob', { pattern: '*', path: 'none' })).toMatch(/^There is no file or folder none\./)
    expect(await bad('Glob', { pattern: 'a\0b' })).toMatch(/kind: invalid_input/)
  })

  test('leaves out what .gitignore names, counts it, and finds it when it is asked for', async () => {
    const { good } = await serve(undefined, { ...files, '.gitignore': 'src/\n', '.git/HEAD': 'ref: refs/heads/main\n' })
    expect(await good('Glob', { pattern: '**/*.ts' })).toMatch(/^No files found[\s\S]*ignored/)
    expect(await good('Glob', { pattern: '**/*.ts', no_ignore: true })).toContain('src/b.ts')
  })
})

describe('Grep', () => {
  const files: Files = {
    'a.go': 'type T interface{}\nfunc Log() Error\n',
    'b.ts': 'log the Error\nstruct {\n  field\n}\n',
    'sub/c.ts': 'log\n',
  }

  test('takes expressions in the syntax of ripgrep', async () => {
    const { good } = await serve(undefined, files)
    expect(await good('Grep', { pattern: 'interface\\{\\}' })).toBe('Found 1 file\na.go')
    expect(await good('Grep', { pattern: 'log.*Error' })).toBe('Found 1 file\nb.ts')
    expect(await good('Grep', { pattern: 'function\\s+\\w+' })).toBe('No files found')
  })

  test('answers what it cannot search for with an error that says why', async () => {
    const { bad } = await serve(undefined, files)
    expect(await bad('Grep', { pattern: '(unclosed' })).toMatch(/unclosed group[\s\S]*kind: invalid_input/)
    expect(await bad('Grep', { pattern: 'x', glob: '[a' })).toMatch(/kind: invalid_input/)
    expect(await bad('Grep', { pattern: 'x', type: 'nosuch' })).toMatch(/nosuch[\s\S]*kind: invalid_input/)
    expect(await bad('Grep', { pattern: 'x', path: 'none' })).toMatch(/^There is no file or folder none\./)
  })

  test('has three modes: files, lines with context, counts with their sum', async () => {
    const { good } = await serve(undefined, { 'a.txt': 'x\ny\nx\nz\nz\nx\n', 'b.txt': 'x\n' })
    const sorted = { pattern: 'x', sort: 'path' }
    expect(await good('Grep', sorted)).toBe('Found 2 files\na.txt\nb.txt')
    expect(await good('Grep', { ...sorted, output_mode: 'content', '-n': true })).toBe(
      'a.txt:1:x\na.txt:3:x\na.txt:6:x\nb.txt:1:x',
    )
    expect(await good('Grep', { pattern: 'y', output_mode: 'content', '-B': 1, '-A': 1, '-n': false })).toBe(
      'a.txt-x\na.txt:y\na.txt-x',
    )
    expect(await good('Grep', { pattern: 'y', output_mode: 'content', '-C': 1 })).toBe(
      'a.txt-1-x\na.txt:2:y\na.txt-3-x',
    )
    const counted = await good('Grep', { ...sorted, output_mode: 'count', head_limit: 1 })
    expect(counted).toMatch(/^Found 2 files\na\.txt:3\n/)
    expect(counted).toContain('In all: 4 matching lines in 2 files.')
  })

  test('pages by head_limit and offset, and does not take an offset past the end for no match', async () => {
    const { good } = await serve(undefined, { 'a.txt': 'x 1\nx 2\nx 3\n' })
    const content = { pattern: 'x', output_mode: 'content' }
    expect(await good('Grep', { ...content, head_limit: 1, offset: 1 })).toMatch(/^a\.txt:2:x 2\n[\s\S]*offset: 2\./)
    expect(await good('Grep', { ...content, offset: 9 })).toMatch(
      /^No more results: offset 9 is past the last of 3 lines\./,
    )
  })

  test('filters by glob and type, and searches a single file', async () => {
    const { good } = await serve(undefined, files)
    expect(await good('Grep', { pattern: 'log', glob: '*.ts', sort: 'path' })).toBe('Found 2 files\nb.ts\nsub/c.ts')
    expect(await good('Grep', { pattern: 'log', glob: 'sub/**/*.ts' })).toBe('Found 1 file\nsub/c.ts')
    expect(await good('Grep', { pattern: 'log', type: 'go' })).toBe('Found 1 file\na.go')
    expect(await good('Grep', { pattern: 'log', path: 'b.ts' })).toBe('Found 1 file\nb.ts')
  })

  test('matches within lines, and across them with multiline', async () => {
    const { good } = await serve(undefined, files)
    const pattern = 'struct \\{[\\s\\S]*?field'
    expect(await good('Grep', { pattern })).toBe('No files found')
    expect(await good('Grep', { pattern, multiline: true })).toBe('Found 1 file\nb.ts')
  })

  test('ignores case for a pattern without capitals, and as -i says', async () => {
    const { good } = await serve(undefined, { 'a.txt': 'Word\n' })
    expect(await good('Grep', { pattern: 'word' })).toBe('Found 1 file\na.txt')
    expect(await good('Grep', { pattern: 'word', '-i': false })).toBe('No files found')
    expect(await good('Grep', { pattern: 'WORD' })).toBe(
      'No files found\n\nNote: letter case counts, as the pattern has capitals. With -i: true it is found in 1 file.',
    )
    expect(await good('Grep', { pattern: 'WORD', '-i': true })).toBe('Found 1 file\na.txt')
  })

  test('skips what .gitignore names, and searches it when its path is given', async () => {
    const { good } = await serve(undefined, {
      '.gitignore': 'made/\n',
      'made/x.txt': 'needle\n',
      '.git/HEAD': 'ref: x\n',
    })
    expect(await good('Grep', { pattern: 'needle' })).toMatch(/^No files found/)
    expect(await good('Grep', { pattern: 'needle', path: 'made/x.txt' })).toBe('Found 1 file\nmade/x.txt')
    expect(await good('Grep', { pattern: 'needle', path: 'made' })).toBe('Found 1 file\nmade/x.txt')
  })
})

describe('LS', () => {
  test('lists files and folders as a tree, without what ignore names', async () => {
    const { good, bad, root, path } = await serve(undefined, { 'a.txt': '', 'sub/b.log': '', 'sub/c.txt': '' })
    mkdirSync(path('empty'))
    expect(await good('LS', { path: root })).toBe(
      `- ${root}/\n  - a.txt\n  - empty/\n  - sub/\n    - b.log\n    - c.txt`,
    )
    expect(await good('LS', { path: 'sub', ignore: ['*.log'] })).not.toContain('b.log')
    expect(await bad('LS', { path: 'none' })).toMatch(/^There is no file or folder none\./)
  })
})

describe('NotebookEdit', () => {
  const sources = (text: string): unknown[] =>
    JSON.parse(text).cells.map(({ id, cell_type, source }: Record<string, unknown>) => [
      id,
      cell_type,
      [source].flat().join(''),
    ])

  test('replaces the source of one cell, and no more', async () => {
    const { good, bad, text } = await serve(undefined, { 'n.ipynb': BOOK })
    const edit = { notebook_path: 'n.ipynb', cell_id: 'three', new_source: 'x = 3' }
    expect(await bad('NotebookEdit', edit)).toMatch(/^File has not been read yet/)
    await good('Read', { file_path: 'n.ipynb' })
    await good('NotebookEdit', edit)
    expect(sources(text('n.ipynb'))).toEqual([
      ['one', 'code', 'print(1)'],
      ['two', 'markdown', '# Title'],
      ['three', 'code', 'x = 3'],
    ])
  })

  test('inserts after a cell, or first without one, with a cell_type; and deletes', async () => {
    const { good, bad, text } = await serve(undefined, { 'n.ipynb': BOOK })
    await good('Read', { file_path: 'n.ipynb' })
    const insert = { notebook_path: 'n.ipynb', edit_mode: 'insert', new_source: 'new' }
    expect(await bad('NotebookEdit', insert)).toContain('cell_type')
    await good('NotebookEdit', { ...insert, cell_id: 'one', cell_type: 'markdown' })
    await good('NotebookEdit', { ...insert, new_source: 'first', cell_type: 'code' })
    await good('NotebookEdit', { notebook_path: 'n.ipynb', edit_mode: 'delete', cell_id: 'two', new_source: '' })
    const rows = sources(text('n.ipynb')) as string[][]
    expect(rows.map(([, type, source]) => [type, source])).toEqual([
      ['code', 'first'],
      ['code', 'print(1)'],
      ['markdown', 'new'],
      ['code', '3'],
    ])
    // A code cell has outputs, though it has none.
    const [first, , second] = JSON.parse(text('n.ipynb')).cells
    expect(first).toMatchObject({ outputs: [], execution_count: null })
    expect(second).not.toHaveProperty('outputs')
  })

  test('refuses a missing cell, and Edit points to NotebookEdit', async () => {
    const { good, bad } = await serve(undefined, { 'n.ipynb': BOOK })
    await good('Read', { file_path: 'n.ipynb' })
    expect(await bad('NotebookEdit', { notebook_path: 'n.ipynb', cell_id: 'none', new_source: '' })).toContain('none')
    expect(await bad('Edit', { file_path: 'n.ipynb', old_string: 'print', new_string: 'x' })).toContain('NotebookEdit')
  })
})

test('every change can be undone', async () => {
  const { good, text, path } = await serve(undefined, { 'a.txt': 'one\n' })
  await good('Read', { file_path: 'a.txt' })
  await good('Edit', { file_path: 'a.txt', old_string: 'one', new_string: '1' })
  expect(await good('History')).toContain('Edit')
  await good('Undo')
  expect(text('a.txt')).toBe('one\n')
  expect(statSync(join(path('a.txt'))).isFile()).toBe(true)
})
