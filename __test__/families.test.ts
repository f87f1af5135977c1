// `scenewright files --names FAMILY`: the tools as clients of the other families call them, by cases made from their
// documentation.
import { existsSync, mkdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, test } from 'vitest'

import { PNG, rootOf, serve, start, type Answer, type Bench, type Files } from './family-support.js'
import { PROGRAM, ROOT, scenewright } from './support.js'

const OFFICIAL = join(ROOT, 'node_modules', '@modelcontextprotocol', 'server-filesystem', 'dist', 'index.js')

/** Both servers, on folders that hold the same. */
async function both(files: Files): Promise<[official: Bench, own: Bench]> {
  const [one, other] = [rootOf(files), rootOf(files)]
  const own = [PROGRAM, 'files', '--structured', '--names', 'mcp-filesystem', other]
  return [await start(one, [OFFICIAL, one]), await start(other, own)]
}

describe('--names mcp-filesystem', () => {
  test('has the tools of the filesystem server, with its arguments, annotations and shapes of answers', async () => {
    const [official, own] = await both({})
    const lists = [official, own].map(async ({ client }) => (await client.listTools()).tools)
    const [theirs = [], ours = []] = await Promise.all(lists)
    expect(ours.map(({ name }) => name).sort()).toEqual(theirs.map(({ name }) => name).sort())
    for (const { name, inputSchema, annotations, outputSchema } of theirs) {
      const tool = ours.find((it) => it.name === name)
      expect(Object.keys(tool?.inputSchema.properties ?? {}).sort(), name).toEqual(
        Object.keys(inputSchema.properties ?? {}).sort(),
      )
      expect([...(tool?.inputSchema.required ?? [])].sort(), name).toEqual([...(inputSchema.required ?? [])].sort())
      expect(tool?.annotations, name).toEqual(annotations)
      // Base64 in a structure is text to the hosts that hand it to their model, so that tool has no structure here.
      const shape = name === 'read_media_file' ? {} : (outputSchema?.['properties'] ?? {})
      expect(Object.keys(tool?.outputSchema?.['properties'] ?? {}), name).toEqual(Object.keys(shape))
    }
  })

  test('answers what the filesystem server answers, call by call', async () => {
    const files: Files = {
      'a.txt': 'one\ntwo\nthree\n',
      'crlf.txt': 'one\r\ntwo\r\nthree',
      'sub/b.txt': 'bbb',
      'sub/deep/c.md': '# c\n',
      'sub/.hidden': 'h',
      'pic.png': PNG,
      'sound.wav': Buffer.from('RIFF'),
      'data.bin': Buffer.from([0, 1, 2]),
      'node_modules/x.js': 'x',
    }
    const [official, own] = await both(files)
    const calls: readonly (readonly [string, (bench: Bench) => object])[] = [
      ['read_file', ({ path }) => ({ path: path('a.txt') })],
      ['read_text_file', () => ({ path: 'a.txt' })],
      ['read_text_file', ({ path }) => ({ path: path('a.txt'), head: 2 })],
      ['read_text_file', ({ path }) => ({ path: path('a.txt'), head: 9 })],
      ['read_text_file', ({ path }) => ({ path: path('a.txt'), tail: 2 })],
      ['read_text_file', ({ path }) => ({ path: path('crlf.txt') })],
      ['read_text_file', ({ path }) => ({ path: path('crlf.txt'), tail: 2 })],
      ['read_text_file', ({ path }) => ({ path: path('crlf.txt'), head: 2 })],
      ['read_text_file', ({ path }) => ({ path: path('a.txt'), head: 1, tail: 1 })],
      ['read_media_file', ({ path }) => ({ path: path('pic.png') })],
      ['read_media_file', ({ path }) => ({ path: path('sound.wav') })],
      ['read_media_file', ({ path }) => ({ path: path('data.bin') })],
      ['read_multiple_files', ({ path }) => ({ paths: [path('a.txt'), path('sub/b.txt')] })],
      ['write_file', ({ path }) => ({ path: path('new.txt'), content: 'made\r\nhere\n' })],
      ['read_text_file', ({ path }) => ({ path: path('new.txt') })],
      ['write_file', ({ path }) => ({ path: path('a.txt'), content: 'over\nwritten\n' })],
      ['write_file', ({ path }) => ({ path: path('a.txt'), content: 'over\nwritten\n' })],
      ['write_file', ({ path }) => ({ path: path('b.txt'), content: '// ... rest of code ...\n' })],
      [
        'edit_file',
        ({ path }) => ({ path: path('a.txt'), edits: [{ oldText: 'written', newText: 'done' }], dryRun: true }),
      ],
      ['read_file', ({ path }) => ({ path: path('a.txt') })],
      ['edit_file', ({ path }) => ({ path: path('a.txt'), edits: [{ oldText: 'written', newText: 'done' }] })],
      ['create_directory', ({ path }) => ({ path: path('made/of/folders') })],
      ['create_directory', ({ path }) => ({ path: path('made/of') })],
      ['list_directory_with_sizes', ({ path }) => ({ path: path('sub'), sortBy: 'size' })],
      ['directory_tree', ({ path }) => ({ path: path('made') })],
      ['search_files', ({ path }) => ({ path: path('sub'), pattern: '*.txt' })],
      ['search_files', ({ path }) => ({ path: path('.'), pattern: '**/*.md' })],
      ['search_files', ({ path }) => ({ path: path('.'), pattern: '**/*.js', excludePatterns: ['node_modules'] })],
      ['search_files', ({ path }) => ({ path: path('.'), pattern: '*.none' })],
      ['move_file', ({ path }) => ({ source: path('b.txt'), destination: path('sub/moved.txt') })],
      ['read_text_file', ({ path }) => ({ path: path('sub/moved.txt') })],
      ['list_allowed_directories', () => ({})],
    ]
    for (const [name, args] of calls) {
      const [theirs, ours] = await Promise.all([official.call(name, args(official)), own.call(name, args(own))])
      const plain = ({ content, structured, isError }: Answer, { root }: Bench): unknown =>
        JSON.parse(
          JSON.stringify({ content, structured, isError })
            .replaceAll(root, '<root>')
            .replaceAll(pathToFileURL(root).pathname, '<root>'),
        )
      const expected = name === 'read_media_file' ? { ...theirs, structured: undefined } : theirs
      expect(plain(ours, own), `${name} ${JSON.stringify(args(own))}`).toEqual(plain(expected as Answer, official))
    }
  })

  test('lists entries, trees and facts as they are documented', async () => {
    const [official, own] = await both({ 'b.txt': 'b', 'sub/a.txt': 'aa', 'sub/x/y.md': '', '.dot': '' })
    for (const [name, args] of [
      ['list_directory', { path: '.' }],
      ['directory_tree', { path: '.' }],
      ['directory_tree', { path: '.', excludePatterns: ['x'] }],
      ['directory_tree', { path: '.', excludePatterns: ['*.txt', '**/*.md'] }],
    ] as const) {
      const at = (bench: Bench) => ({ ...args, path: bench.root })
      const [theirs, ours] = await Promise.all([official.good(name, at(official)), own.good(name, at(own))])
      const sorted = (text: string): string[] => text.split('\n').sort()
      expect(sorted(ours), name).toEqual(sorted(theirs))
    }
    const facts = await own.good('get_file_info', { path: own.path('sub/a.txt') })
    expect(facts).toMatch(
      /^size: 2\ncreated: .+\nmodified: .+\naccessed: .+\nisDirectory: false\nisFile: true\npermissions: \d{3}$/,
    )
    const theirs = await official.good('get_file_info', { path: official.path('sub/a.txt') })
    const names = (text: string): string[] => text.split('\n').map((line) => line.split(':')[0] ?? '')
    expect(names(facts)).toEqual(names(theirs))
  })

  test('refuses what the filesystem server refuses, and edits that are ambiguous besides', async () => {
    const [official, own] = await both({ 'a.txt': 'x\nx\n', 'b.txt': 'b' })
    for (const [name, args] of [
      ['read_text_file', { path: 'none.txt' }],
      ['read_text_file', { path: '/etc/passwd' }],
      ['read_text_file', { path: '../secret' }],
      ['read_multiple_files', { paths: [] }],
      ['edit_file', { path: 'a.txt', edits: [{ oldText: 'nowhere', newText: 'y' }] }],
      ['move_file', { source: 'a.txt', destination: 'b.txt' }],
      ['move_file', { source: 'none.txt', destination: 'c.txt' }],
      ['list_directory', { path: 'a.txt' }],
      ['list_directory', { path: 'none' }],
      ['get_file_info', { path: 'none' }],
      ['create_directory', { path: 'a.txt' }],
      ['write_file', { path: 'a.txt' }],
    ] as const) {
      const answers = [official, own].map(async (bench) => (await bench.call(name, args)).isError)
      expect(await Promise.all(answers), `${name} ${JSON.stringify(args)}`).toEqual([true, true])
    }
    const some = await own.good('read_multiple_files', { paths: ['b.txt', 'none.txt'] })
    expect(some).toMatch(/^b\.txt:\nb\n\n---\nnone\.txt: Error - File does not exist\./)
    const twice = await own.bad('edit_file', { path: 'a.txt', edits: [{ oldText: 'x', newText: 'y' }] })
    expect(twice).toContain('Found 2 matches')
    const wrong = await own.bad('edit_file', { path: 'a.txt', edits: [{ oldText: 'x', newTxt: 'y' }] })
    expect(wrong).toContain('Did you mean newText?')
    expect([own.text('a.txt'), own.text('b.txt')]).toEqual(['x\nx\n', 'b'])
  })

  test('edits lines that differ in their indentation, and says so', async () => {
    const own = await serve('mcp-filesystem', { 'a.py': 'if x:\n\tone()\n' })
    const edits = [{ oldText: '    one()', newText: '    two()\n    three()' }]
    const answer = await own.good('edit_file', { path: 'a.py', edits })
    expect(answer).toMatch(/^```diff\nIndex: [\s\S]*\+\ttwo\(\)\n\+\tthree\(\)\n```\n\nNote: .*indentation differed/)
    expect(own.text('a.py')).toBe('if x:\n\ttwo()\n\tthree()\n')
  })

  test('leaves what a refusal quotes of a file as it is, whatever names are in it', async () => {
    const line = 'set old_string and new_string, or use Read'
    const own = await serve('mcp-filesystem', { 'a.md': `# Title\n${line}\nend\n` })
    const edits = [{ oldText: `"${line}"`, newText: 'x' }]
    const refused = await own.bad('edit_file', { path: 'a.md', edits })
    expect(refused).toContain(`between the fences:\n\`\`\`\n${line}\n\`\`\``)
    expect(refused).toContain('Give oldText exactly as the file has it')
    expect(refused).not.toMatch(/set oldText|use read_text_file/)
    await own.good('edit_file', { path: 'a.md', edits: [{ oldText: line, newText: 'x' }] })
    expect(own.text('a.md')).toBe('# Title\nx\nend\n')
  })

  test('moves folders with all that is in them, which can be undone', async () => {
    const own = await serve('mcp-filesystem', { 'from/a.txt': 'a', 'from/deep/b.bin': Buffer.from([0, 255]) })
    await own.good('create_directory', { path: 'from/empty' })
    expect(await own.good('move_file', { source: 'from', destination: 'to' })).toBe('Successfully moved from to to')
    expect(readFileSync(own.path('to/deep/b.bin'))).toEqual(Buffer.from([0, 255]))
    const found = () => ['from/a.txt', 'from/empty', 'to', 'to/empty'].map((name) => existsSync(own.path(name)))
    expect([own.text('to/a.txt'), existsSync(own.path('from')), ...found()]).toEqual([
      'a',
      false,
      false,
      false,
      true,
      true,
    ])
    own.cli('undo')
    expect(found()).toEqual([true, true, false, false])
    own.cli('redo')
    expect(found()).toEqual([false, false, true, true])
    own.cli('undo')
    own.cli('undo')
    expect(found()).toEqual([true, false, false, false])
    expect(own.cli('history')).toMatch(/move from to to[\s\S]*make the folder from\/empty/)
  })

  test('refuses a folder that is to be made where a file is, or in a place that is not permitted', async () => {
    const own = await serve('mcp-filesystem', { 'a.txt': 'a' }, ['--deny', 'secret/'])
    expect(await own.bad('create_directory', { path: 'a.txt/sub' })).toContain('not a folder')
    expect(await own.bad('create_directory', { path: 'secret/sub' })).toContain('Not permitted')
    expect(await own.bad('move_file', { source: 'a.txt', destination: 'secret/a.txt' })).toContain('ot permitted')
    expect(own.text('a.txt')).toBe('a')
    const closed = await serve('mcp-filesystem', { 'a/b.txt': 'b' }, ['--read-only'])
    expect((await closed.client.listTools()).tools.map(({ name }) => name)).not.toContain('create_directory')
    expect(await closed.bad('create_directory', { path: 'c' })).toContain('ot permitted')
    expect(await closed.bad('move_file', { source: 'a', destination: 'c' })).toContain('ot permitted')
  })

  test('works in the roots of its client, which replace the given ones', async () => {
    const [given, named, inner] = [rootOf({ 'a.txt': 'given' }), rootOf({ 'a.txt': 'named' }), 'inner']
    mkdirSync(join(named, inner))
    const command = [PROGRAM, 'files', '--names', 'mcp-filesystem', given]
    const own = await start(named, command, [named, join(named, inner)])
    expect(await own.good('read_text_file', { path: 'a.txt' })).toBe('named')
    expect(await own.good('list_allowed_directories')).toBe(`Allowed directories:\n${named}`)
    expect(await own.bad('read_text_file', { path: join(given, 'a.txt') })).toContain('outside')
  })
})

describe('files without --root', () => {
  test('serves the roots of the client, else the current folder', async () => {
    const [here, named] = [rootOf({ 'a.txt': 'here' }), rootOf({ 'a.txt': 'named' })]
    const plain = await start(here, [PROGRAM, 'files'], undefined, here)
    expect(await plain.good('Read', { file_path: 'a.txt' })).toContain('→here')
    const rooted = await start(here, [PROGRAM, 'files'], [named], here)
    expect(await rooted.good('Read', { file_path: 'a.txt' })).toContain('→named')
  })

  test('refuses names that are no family and folders without --root', () => {
    expect(scenewright(['files', '--names', 'other'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('gemini'),
    })
    expect(scenewright(['files', '/tmp'])).toMatchObject({ status: 2 })
  })
})

describe('--names gemini', () => {
  const files: Files = {
    'a.txt': 'one\ntwo\nthree\n',
    'src/x.ts': 'export function Alpha() {}\nalpha()\n',
    'src/deep/y.TS': 'let beta = 1\n',
    'log/z.log': 'alpha\n',
    'pic.png': PNG,
    'data.bin': Buffer.from([0, 1, 2]),
  }

  test('read_file gives the content as it is, and says which lines where it is not whole', async () => {
    const { good, bad, path } = await serve('gemini', files)
    for (const name of ['file_path', 'absolute_path', 'path']) {
      expect(await good('read_file', { [name]: path('a.txt') })).toBe('one\ntwo\nthree\n')
    }
    expect(await good('read_file', { file_path: 'a.txt', offset: 1, limit: 1 })).toMatch(
      /^\[File content truncated: showing lines 2-2 of 3 total lines\..*\]\ntwo\n$/,
    )
    expect(await good('read_file', { file_path: 'a.txt', start_line: 2, end_line: 3 })).toMatch(/\]\ntwo\nthree\n$/)
    expect(await good('read_file', { file_path: 'data.bin' })).toBe(
      `Cannot display content of binary file: ${path('data.bin')}`,
    )
    expect(await bad('read_file', { file_path: 'none.txt' })).toContain('File does not exist.')
    expect(await bad('read_file', { file_path: 'a.txt', offset: -1, limit: 1 })).toContain('non-negative')
  })

  test('arguments of other families are left out with a warning, and unknown ones refused with the nearest name', async () => {
    const { call, bad } = await serve('gemini', files)
    const { content } = await call('read_file', { file_path: 'a.txt', pages: '1', limit: '1' })
    expect(content).toMatchObject([
      { text: expect.stringContaining('lines 1-1') },
      { text: expect.stringMatching(/argument pages/) },
    ])
    expect(await bad('read_file', { file_path: 'a.txt', limits: 1 })).toContain('Did you mean limit?')
    expect(await bad('read_file', { file_path: 'a.txt', limit: 'all' })).toContain('limit must be a number')
  })

  test('read_file gives pictures as pictures', async () => {
    const { call } = await serve('gemini', files)
    const { content } = await call('read_file', { file_path: 'pic.png' })
    expect(content).toMatchObject([{ type: 'image', mimeType: 'image/png', data: PNG.toString('base64') }])
  })

  test('write_file creates with folders, and overwrites what was not read', async () => {
    const { good, bad, text, path } = await serve('gemini', files)
    const created = await good('write_file', { file_path: 'new/b.txt', content: 'b\n' })
    expect(created).toBe(`Successfully created and wrote to new file: ${path('new/b.txt')}`)
    const over = await good('write_file', { file_path: path('a.txt'), content: 'all new, and long enough\n' })
    expect(over).toBe(`Successfully overwrote file: ${path('a.txt')}`)
    expect(await good('write_file', { file_path: 'a.txt', content: 'all new, and long enough\n' })).toContain(
      'overwrote',
    )
    expect(await bad('write_file', { file_path: 'a.txt', content: 'x\n// ... rest of code ...\n' })).toContain(
      'allow_placeholders',
    )
    expect([text('new/b.txt'), text('a.txt')]).toEqual(['b\n', 'all new, and long enough\n'])
  })

  test('replace replaces one, as many as expected, or all, and fails with the counts', async () => {
    const { good, bad, text, path } = await serve('gemini', { ...files, 'r.txt': 'x y x\n' })
    const edit = (more: object) => ({
      file_path: 'r.txt',
      old_string: 'x',
      new_string: 'z',
      instruction: 'why',
      ...more,
    })
    expect(await bad('replace', edit({}))).toMatch(/^Failed to edit, expected 1 occurrence but found 2/)
    expect(await bad('replace', edit({ expected_replacements: 3 }))).toMatch(
      /^Failed to edit, expected 3 occurrences but found 2/,
    )
    expect(await bad('replace', edit({ old_string: 'nowhere' }))).toMatch(/^Failed to edit, 0 occurrences found/)
    expect(text('r.txt')).toBe('x y x\n')
    const done = await good('replace', edit({ expected_replacements: '2' }))
    expect(done).toBe(`Successfully modified file: ${path('r.txt')} (2 replacements).`)
    expect(await good('replace', edit({ old_string: 'z', new_string: 'w', allow_multiple: true }))).toContain(
      '(2 replacements)',
    )
    expect(await good('replace', edit({ old_string: 'y' }))).toContain('(1 replacements)')
    expect(text('r.txt')).toBe('w z w\n')
    const created = await good('replace', { file_path: 'made.txt', old_string: '', new_string: 'made\n' })
    expect(created).toBe(`Created new file: ${path('made.txt')} with provided content.`)
    expect(await bad('replace', { file_path: 'made.txt', old_string: '', new_string: 'again' })).toContain(
      'already exists',
    )
    expect(await bad('replace', edit({ file_path: 'none.txt' }))).toContain('File does not exist.')
  })

  test('glob finds in any letter case, newest first, as absolute paths', async () => {
    const { good, path, root } = await serve('gemini', { ...files, '.gitignore': 'log/\n' })
    utimesSync(path('src/x.ts'), 1_000, 1_000)
    expect(await good('glob', { pattern: '**/*.ts' })).toBe(
      `Found 2 file(s) matching "**/*.ts" within ${root}, sorted by modification time (newest first):\n` +
        `${path('src/deep/y.TS')}\n${path('src/x.ts')}`,
    )
    expect(await good('glob', { pattern: '**/*.ts', case_sensitive: true })).toContain('Found 1 file(s)')
    expect(await good('glob', { pattern: '*.ts', dir_path: 'src' })).toContain(path('src/x.ts'))
    expect(await good('glob', { pattern: '**/*.log' })).toMatch(/^No files found matching pattern/)
    expect(await good('glob', { pattern: '**/*.log', respect_git_ignore: false })).toContain(path('log/z.log'))
  })

  test('search_file_content gives matches by file', async () => {
    const { good } = await serve('gemini', files)
    const found = await good('search_file_content', { pattern: 'alpha', path: 'src', include: '*.ts' })
    expect(found).toBe(
      'Found 2 matches for pattern "alpha" in path "src" (filter: "*.ts"):\n---\nFile: x.ts\n' +
        'L1: export function Alpha() {}\nL2: alpha()\n---',
    )
    const sharp = await good('grep_search', { pattern: 'Alpha', case_sensitive: true, exclude_pattern: 'none' })
    expect(sharp).toMatch(/^Found 1 match for pattern "Alpha" in path "\.":\n---\nFile: src\/x\.ts\nL1: /)
    expect(await good('search_file_content', { pattern: 'function (', fixed_strings: true })).toMatch(
      /^No matches found/,
    )
    expect(await good('search_file_content', { pattern: 'nowhere' })).toBe(
      'No matches found for pattern "nowhere" in path ".".',
    )
  })

  test('list_directory gives folders first, then files by name', async () => {
    const { good, root, bad } = await serve('gemini', files)
    expect(await good('list_directory', { path: root })).toBe(
      `Directory listing for ${root}:\n[DIR] log\n[DIR] src\na.txt\ndata.bin\npic.png`,
    )
    expect(await good('list_directory', { dir_path: '.', ignore: ['*.bin', 'log'] })).not.toMatch(/log|bin/)
    expect(await bad('list_directory', { path: 'a.txt' })).toContain('not a folder')
  })

  test('read_many_files reads by names and globs, each after its path', async () => {
    const { good, path } = await serve('gemini', { ...files, 'node_modules/m.ts': 'm' })
    const read = await good('read_many_files', { paths: ['a.txt', 'src/**/*.ts', 'node_modules/*.ts'] })
    expect(read).toContain(`--- ${path('a.txt')} ---\n\none\ntwo\nthree\n\n\n--- ${path('src/x.ts')} ---\n\nexport`)
    expect(read).toMatch(/--- End of content ---$/)
    expect(read).not.toContain('node_modules')
    expect(await good('read_many_files', { paths: ['docs'] })).toMatch(/^No files matching/)
  })

  test('list_directory and read_many_files leave out ignored files unless asked not to', async () => {
    const { good } = await serve('gemini', { ...files, '.gitignore': '*.bin\nlog/\n' })
    expect(await good('list_directory', { path: '.' })).not.toMatch(/data\.bin|log/)
    for (const more of [{ respect_git_ignore: false }, { file_filtering_options: { respect_git_ignore: false } }]) {
      expect(await good('list_directory', { path: '.', ...more })).toMatch(/\[DIR\] log[\s\S]*data\.bin/)
      expect(await good('read_many_files', { paths: ['log/*.log'], ...more })).toContain('alpha')
    }
    expect(await good('read_many_files', { paths: ['log/*.log'] })).toMatch(/^No files matching/)
    // A folder that is ignored was named on purpose.
    expect(await good('list_directory', { path: 'log' })).toContain('z.log')
  })

  test('reads sounds and films as they are', async () => {
    const sound = Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1')
    const { call, bad } = await serve('gemini', {
      'a.mp3': sound,
      'b.mp4': sound,
      'c.mp4': Buffer.alloc(8 * 1024 * 1024),
    })
    expect((await call('read_file', { file_path: 'a.mp3' })).content).toEqual([
      { type: 'audio', mimeType: 'audio/mpeg', data: sound.toString('base64') },
    ])
    const [film] = (await call('read_file', { file_path: 'b.mp4' })).content
    expect(film).toMatchObject({
      type: 'resource',
      resource: { mimeType: 'video/mp4', blob: sound.toString('base64') },
    })
    expect(await bad('read_file', { file_path: 'c.mp4' })).toMatch(/8388608 bytes[\s\S]*What to do/)
    const { content } = await call('read_many_files', { paths: ['a.mp3', 'b.mp4'] })
    expect(content.map(({ type }) => type)).toEqual(['text', 'audio', 'resource'])
  })

  test('files of .geminiignore are kept from every tool', async () => {
    const { good, bad, text } = await serve('gemini', {
      '.geminiignore': '# keys\n*.pem\n/private/\n',
      'key.pem': 'secret\n',
      'private/a.txt': 'secret\n',
      'a.txt': 'one\n',
    })
    expect(await good('list_directory', { path: '.' })).not.toMatch(/pem|private/)
    expect(await good('glob', { pattern: '**/*' })).not.toMatch(/pem|private\//)
    expect(await good('search_file_content', { pattern: 'secret' })).toMatch(/^No matches found/)
    expect(await bad('read_file', { file_path: 'key.pem' })).toMatch(/^Not permitted/)
    expect(await bad('write_file', { file_path: 'private/a.txt', content: 'x' })).toMatch(/^Not permitted/)
    expect(await good('read_many_files', { paths: ['*.pem', 'private/*', 'a.txt'] })).not.toContain('secret')
    expect(text('key.pem')).toBe('secret\n')
  })

  test('refusals name existing tools', async () => {
    const { bad } = await serve('gemini', files)
    for (const args of [
      { file_path: 'a.txt', old_string: 'nowhere', new_string: 'x' },
      { file_path: 'none.txt', old_string: 'x', new_string: 'y' },
      { file_path: 'a.txt', old_string: '', new_string: 'y' },
    ]) {
      expect(await bad('replace', args)).not.toMatch(/\b(use|Use|with|or) (the )?(Read|Write|Edit|Glob|Grep)\b/)
    }
  })
})

describe('--names kode', () => {
  test('has its tools, with the arguments that it documents', async () => {
    const { client } = await serve('kode')
    const { tools } = await client.listTools()
    const shown = tools.map(({ name, inputSchema }) => [name, ...Object.keys(inputSchema.properties ?? {})].join(' '))
    expect(shown).toEqual([
      'View file_path offset limit',
      'Edit file_path old_string new_string replace_all',
      'MultiEdit file_path edits',
      'Replace file_path content allow_placeholders',
      'GlobTool pattern path',
      'GrepTool pattern path include',
      'LS path',
      'ReadNotebook notebook_path',
      'NotebookEditCell notebook_path cell_number new_source cell_type edit_mode',
    ])
  })

  test('reads before it writes, searches, lists and edits cells', async () => {
    const cell = { cell_type: 'code', metadata: {}, source: '1', outputs: [], execution_count: null }
    const book = JSON.stringify({ cells: [cell, cell], metadata: {}, nbformat: 4, nbformat_minor: 4 })
    const { good, bad, text } = await serve('kode', { 'a.txt': 'one\n', 'n.ipynb': book })
    const edit = { file_path: 'a.txt', old_string: 'one', new_string: '1' }
    expect(await bad('Edit', edit)).toMatch(/^File has not been read yet\.[\s\S]*Use View on the file/)
    expect(await good('View', { file_path: 'a.txt' })).toBe('     1→one')
    expect(await good('Edit', edit)).toContain('has been updated')
    expect(await good('MultiEdit', { file_path: 'a.txt', edits: [{ old_string: '1', new_string: '2' }] })).toContain(
      '→2',
    )
    expect(await good('Replace', { file_path: 'b/c.txt', content: 'c\n' })).toContain('File created')
    expect(await good('GlobTool', { pattern: '**/*.txt' })).toMatch(/c\.txt[\s\S]*a\.txt|a\.txt[\s\S]*c\.txt/)
    expect(await good('GrepTool', { pattern: 'c', include: '*.txt' })).toMatch(/^Found 1 file\nb\/c\.txt/)
    expect(await good('LS', { path: '.' })).toContain('  - a.txt')
    expect(await bad('Edit', { ...edit, file_path: 'n.ipynb' })).toContain('NotebookEditCell')
    expect(await good('ReadNotebook', { notebook_path: 'n.ipynb' })).toContain('cell-1')
    const insert = {
      notebook_path: 'n.ipynb',
      cell_number: 1,
      new_source: 'second',
      cell_type: 'code',
      edit_mode: 'insert',
    }
    await good('NotebookEditCell', insert)
    const { cells } = JSON.parse(text('n.ipynb')) as { cells: { source: string | string[] }[] }
    expect(cells.map(({ source }) => [source].flat().join(''))).toEqual(['1', 'second', '1'])
  })
})
