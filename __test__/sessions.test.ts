// Thirty sessions of a coding agent (read, search, edit, fail, fix) through the names of each family.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'

import { Client } from './checked-client.js'
import { atEnd, PROGRAM, scratch, seededRandom } from './support.js'

const SESSIONS = 30

type Call = readonly [tool: string, args: object]

/** The steps of an agent, in the names of one family. */
interface Names {
  read(path: string): Call
  edit(path: string, old: string, fresh: string): Call
  edits(path: string, pairs: readonly (readonly [string, string])[]): readonly Call[]
  write(path: string, content: string): Call
  find(folder: string): Call
  list(folder: string): Call
  /** Not every family searches in contents. */
  search?(folder: string, pattern: string): Call
  /** Whether a file must have been read before it is changed. */
  readonly asksForReading: boolean
}

const claude = (read: string, write: string, glob: string, grep: string): Names => ({
  read: (path) => [read, { file_path: path }],
  edit: (path, old, fresh) => ['Edit', { file_path: path, old_string: old, new_string: fresh }],
  edits: (path, pairs) => [
    ['MultiEdit', { file_path: path, edits: pairs.map(([old_string, new_string]) => ({ old_string, new_string })) }],
  ],
  write: (path, content) => [write, { file_path: path, content }],
  find: (folder) => [glob, { pattern: '**/*.ts', path: folder }],
  list: (folder) => ['LS', { path: folder }],
  search: (folder, pattern) => [grep, { pattern, path: folder }],
  asksForReading: true,
})

const FAMILIES: Readonly<Record<string, Names>> = {
  own: claude('Read', 'Write', 'Glob', 'Grep'),
  kode: claude('View', 'Replace', 'GlobTool', 'GrepTool'),
  gemini: {
    read: (path) => ['read_file', { file_path: path }],
    edit: (path, old, fresh) => [
      'replace',
      { file_path: path, old_string: old, new_string: fresh, instruction: 'fix' },
    ],
    edits: (path, pairs) =>
      pairs.map(([old_string, new_string]) => ['replace', { file_path: path, old_string, new_string }]),
    write: (path, content) => ['write_file', { file_path: path, content }],
    find: (folder) => ['glob', { pattern: '**/*.ts', dir_path: folder }],
    list: (folder) => ['list_directory', { dir_path: folder }],
    search: (folder, pattern) => ['search_file_content', { pattern, dir_path: folder }],
    asksForReading: false,
  },
  'mcp-filesystem': {
    read: (path) => ['read_text_file', { path }],
    edit: (path, oldText, newText) => ['edit_file', { path, edits: [{ oldText, newText }] }],
    edits: (path, pairs) => [['edit_file', { path, edits: pairs.map(([oldText, newText]) => ({ oldText, newText })) }]],
    write: (path, content) => ['write_file', { path, content }],
    find: (folder) => ['search_files', { path: folder, pattern: '**/*.ts' }],
    list: (folder) => ['list_directory', { path: folder }],
    asksForReading: false,
  },
}

async function serve(family: string) {
  const root = realpathSync(scratch())
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'files', '--root', root, '--durability', 'fast', ...(family === 'own' ? [] : ['--names', family])],
    env: { ...(process.env as Record<string, string>), SCENEWRIGHT_STATE_DIR: join(scratch(), 'state') },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'scenewright-test', version: '0.0.0' })
  await client.connect(transport)
  atEnd(() => client.close())
  const call = async ([name, args]: Call) => {
    const result = await client.callTool({ name, arguments: args as Record<string, unknown> })
    const [first] = result.content as { text?: string }[]
    return { isError: result.isError === true, text: first?.text ?? '' }
  }
  return {
    root,
    good: async (made: Call): Promise<string> => {
      const { isError, text } = await call(made)
      expect(isError, `${made[0]} ${JSON.stringify(made[1])}: ${text}`).toBe(false)
      return text
    },
    bad: async (made: Call): Promise<string> => {
      const { isError, text } = await call(made)
      expect(isError, `${made[0]} ${JSON.stringify(made[1])}: ${text}`).toBe(true)
      return text
    },
  }
}

/** A small project, different in each session: its line ends, its depth, its indentation and its names. */
function project(random: () => number, session: number) {
  const end = random() < 0.3 ? '\r\n' : '\n'
  const tab = random() < 0.5 ? '\t' : '  '
  const name = `total${session}`
  const lines = [
    '// The parts of a list.',
    `export function ${name}(list) {`,
    `${tab}let sum = 0`,
    `${tab}for (const part of list) {`,
    `${tab}${tab}sum += part.size`,
    `${tab}}`,
    `${tab}return sum`,
    '}',
    '',
    `export const half = (list) => ${name}(list) / 2`,
  ]
  const file = random() < 0.5 ? 'src/total.ts' : 'src/deep/er/total.ts'
  const other = `import { ${name} } from './total'${end}${name}([])${end}`
  return { end, tab, name, lines, file, other }
}

async function play(family: string, names: Names, bench: Awaited<ReturnType<typeof serve>>, session: number) {
  const random = seededRandom(1 + session)
  const { end, tab, name, lines, file, other } = project(random, session)
  const folder = join(bench.root, `session${session}`)
  const path = join(folder, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, lines.join(end))
  writeFileSync(join(folder, 'use.ts'), other)
  const onDisk = (): string => readFileSync(path, 'utf8')
  let expected = onDisk()
  const { good, bad } = bench

  // It looks round, and finds the place.
  expect(await good(names.list(folder))).toContain('use.ts')
  const found = await good(names.find(folder))
  expect(found).toContain('use.ts')
  expect(found).toContain('total.ts')
  if (names.search) expect(await good(names.search(folder, `function ${name}`))).toContain('total.ts')

  // It edits too soon, where the family asks for reading.
  const grow = names.edit(path, `${tab}let sum = 0`, `${tab}let sum = 1`)
  if (names.asksForReading) {
    expect(await bad(grow)).toMatch(/not been read yet[\s\S]*What to do: .*(Read|View)/)
    expect(onDisk()).toBe(expected)
  }
  expect(await good(names.read(path))).toContain(`function ${name}`)

  // It gives a text that is not there, and one that is there twice; then it fixes both.
  const wrong = await bad(names.edit(path, `${tab}let sum = zero`, `${tab}let sum = 1`))
  expect(wrong).toContain('let sum = 0')
  const twice = await bad(names.edit(path, `${name}(list)`, `${name}(parts)`))
  expect(twice).toMatch(/found 2|Found 2/)
  expect(onDisk()).toBe(expected)
  await good(grow)
  expected = expected.replace('let sum = 0', 'let sum = 1')
  expect(onDisk()).toBe(expected)

  // Several edits, of which one depends on another, over lines whose ends it does not know.
  const pairs = [
    [`${tab}${tab}sum += part.size\n${tab}}`, `${tab}${tab}sum += part.size\n${tab}${tab}count += 1\n${tab}}`],
    [`${tab}return sum\n}`, `${tab}return sum / count\n}`],
  ] as const
  for (const made of names.edits(path, pairs)) await good(made)
  expected = expected
    .replace(`part.size${end}`, `part.size${end}${tab}${tab}count += 1${end}`)
    .replace('return sum', 'return sum / count')
  expect(onDisk()).toBe(expected)

  // Somebody else changes the file, and the agent works on what is there now.
  expected = `// Changed by hand.${end}${expected}`
  writeFileSync(path, expected)
  const again = names.edit(path, 'let sum = 1', 'let sum = 0, count = 0')
  if (names.asksForReading) {
    expect(await bad(again)).toContain('modified since read')
    await good(names.read(path))
  }
  await good(again)
  expected = expected.replace('let sum = 1', 'let sum = 0, count = 0')
  expect(onDisk()).toBe(expected)

  // A new file, an old one as a whole, and a way out that is closed.
  await good(names.write(join(folder, 'new/of/it.ts'), `export const it = ${session}\n`))
  expect(readFileSync(join(folder, 'new/of/it.ts'), 'utf8')).toBe(`export const it = ${session}\n`)
  if (names.asksForReading) await good(names.read(join(folder, 'use.ts')))
  await good(names.write(join(folder, 'use.ts'), `import { half } from './total'\nhalf([])\n`))
  expect(readFileSync(join(folder, 'use.ts'), 'utf8').replaceAll('\r\n', '\n')).toContain('half([])\n')
  await bad(names.read(join(folder, '..', '..', 'outside.ts')))
  await bad(names.write(`${bench.root}/../outside-${family}.ts`, ''))
  return expected
}

describe.each(Object.entries(FAMILIES))('under the names of %s', (family, names) => {
  test(`${SESSIONS} sessions of an agent end as they should`, async () => {
    const bench = await serve(family)
    const ended: string[] = []
    for (let session = 0; session < SESSIONS; session += 1) ended.push(await play(family, names, bench, session))
    expect(new Set(ended).size).toBe(SESSIONS)
  })
})
