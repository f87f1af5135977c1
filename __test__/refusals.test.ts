// The table of refusals, `docs/errors.md`: every row is provoked, and answers what the table says.
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { FileToolAnswer, WorkspaceOptions } from '../index.js'
import { ROOT, scratch } from './support.js'
import { open, reopen, tree, type Bench } from './workspace-support.js'

interface TableRow {
  readonly tool: string
  readonly code: number | undefined
  readonly kind: string
  readonly message: string
  readonly whatToDo: string
}

/** How a refusal is provoked. */
interface Scenario {
  readonly options?: Partial<WorkspaceOptions>
  /** `a.txt` holds `one two two` and has been read, unless said otherwise. */
  readonly files?: Readonly<Record<string, string | Buffer>>
  /** Files that the session has read. */
  readonly read?: readonly string[]
  /** Somebody else acts after the reading. */
  readonly then?: (bench: Bench) => void | Promise<void>
  readonly call: readonly [tool: string, args: object]
  /** The texts in place of the `{names}` of the message. */
  readonly words?: Readonly<Record<string, string>> | ((bench: Bench) => Record<string, string>)
  /** Where the message of the table is an example of another case. */
  readonly message?: string | RegExp
  /** The message goes on after an empty line. */
  readonly help?: true
  /** An action while the call is running. */
  readonly meanwhile?: (bench: Bench) => Promise<void>
  /** Somebody else changed files during the call. */
  readonly changes?: true
  readonly skip?: boolean
}

const TEXT = 'one two two\n'
const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: 'code', id: 'c1', metadata: {}, source: ['1'], outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
})
const A = { file_path: 'a.txt', old_string: 'one', new_string: '1' }
const edits = (...list: readonly (readonly [string, string, object?])[]) =>
  list.map(([old_string, new_string, more]) => ({ old_string, new_string, ...more }))
const replace = (file_path: string, old_string = 'one', new_string = '1') => ({ file_path, old_string, new_string })
const cell = { notebook_path: 'n.ipynb', cell_number: 0, new_source: '2' }
const overwrite = (name: string) => (bench: Bench) => writeFileSync(bench.path(name), 'other\n')
const broken = (): never => {
  throw new Error('the host is broken')
}
/** A file that is there and whose reading fails: the memory of this process, from address 0. */
const UNREADABLE = { root: `/proc/${process.pid}`, file: 'mem' }
const hasUnreadable = existsSync(join(UNREADABLE.root, UNREADABLE.file))

/** By tool and kind, as the rows are. */
const SCENARIOS: Readonly<Record<string, readonly Scenario[]>> = {
  'Edit no_change': [{ call: ['Edit', replace('a.txt', 'one', 'one')] }],
  'Edit ignored_path': [
    {
      options: { ignore: ['made/'] },
      files: { 'made/a.txt': TEXT },
      read: ['made/a.txt'],
      call: ['Edit', replace('made/a.txt')],
    },
    {
      files: { '.gitignore': 'made/\n', 'made/a.txt': TEXT },
      read: ['made/a.txt'],
      call: ['Edit', replace('made/a.txt')],
    },
  ],
  'Edit already_exists': [{ call: ['Edit', replace('a.txt', '')] }],
  'Edit not_found': [
    { call: ['Edit', replace('zzz.md')], words: ({ root }) => ({ help: ` Current working directory: ${root}` }) },
    {
      call: ['Edit', replace('a.ts')],
      words: ({ root }) => ({ help: ` Current working directory: ${root} Did you mean a.txt?` }),
    },
    {
      files: { 'colour.css': TEXT },
      call: ['Edit', replace('color.css')],
      words: ({ root }) => ({ help: ` Current working directory: ${root} Did you mean colour.css?` }),
    },
  ],
  'Edit notebook': [{ files: { 'n.ipynb': NOTEBOOK }, read: ['n.ipynb'], call: ['Edit', replace('n.ipynb')] }],
  'Edit not_read': [{ read: [], call: ['Edit', A] }],
  'Edit stale_read': [{ then: overwrite('a.txt'), call: ['Edit', replace('a.txt', 'other')] }],
  'Edit no_match': [
    { call: ['Edit', replace('a.txt', 'One')], words: { old_string: 'One' }, help: true },
    { call: ['Edit', replace('a.txt', '{old_string}')], words: { old_string: '{old_string}' } },
  ],
  'Edit ambiguous_match': [
    { call: ['Edit', replace('a.txt', 'two')], words: { count: '2', old_string: 'two' }, help: true },
  ],
  'Edit count_mismatch': [
    {
      call: ['Edit', { ...replace('a.txt', 'two'), expected_replacements: 3 }],
      words: { expected: '3', found: '2 times', lines: 'line 1 (2 matches)' },
    },
    {
      call: ['Edit', { ...A, expected_replacements: 2 }],
      words: { expected: '2', found: 'once', lines: 'line 1' },
    },
  ],
  'MultiEdit notebook': [
    { files: { 'n.ipynb': NOTEBOOK }, call: ['MultiEdit', { file_path: 'n.ipynb', edits: edits(['1', '2']) }] },
  ],
  'MultiEdit parent_missing': [
    {
      call: ['MultiEdit', { file_path: 'no/where/b.txt', edits: edits(['', 'text']) }],
      words: ({ root }) => ({ parent: join(root, 'no/where') }),
    },
  ],
  'MultiEdit no_change': [
    { call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1'], ['two', 'two']) }], words: { edit: '2' } },
  ],
  'MultiEdit create_needs_empty': [{ call: ['MultiEdit', { file_path: 'b.txt', edits: edits(['one', '1']) }] }],
  'MultiEdit not_read': [{ read: [], call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1']) }] }],
  'MultiEdit stale_read': [
    { then: overwrite('a.txt'), call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['other', '1']) }] },
  ],
  'MultiEdit binary_file': [
    { files: { b: 'a\0b' }, read: ['b'], call: ['MultiEdit', { file_path: 'b', edits: edits(['a', 'c']) }] },
  ],
  'MultiEdit no_match': [
    {
      call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1'], ['One', '2']) }],
      words: { edit: '2', beginning: 'One' },
    },
    {
      call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['é'.repeat(300), '2']) }],
      words: { edit: '1', beginning: 'é'.repeat(100) },
    },
  ],
  'MultiEdit unreadable': [
    {
      options: { root: UNREADABLE.root, readFirst: 'off' },
      call: ['MultiEdit', { file_path: UNREADABLE.file, edits: edits(['a', 'b']) }],
      skip: !hasUnreadable,
    },
  ],
  'MultiEdit ambiguous_match': [
    {
      call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['two', '2']) }],
      words: { edit: '1', count: '2', old_string: 'two' },
      help: true,
    },
  ],
  'MultiEdit count_mismatch': [
    {
      call: [
        'MultiEdit',
        { file_path: 'a.txt', edits: edits(['one', '1'], ['two', '2', { expected_replacements: 5 }]) },
      ],
      words: { edit: '2', expected: '5', found: '2 times', lines: 'line 1 (2 matches)' },
    },
  ],
  'MultiEdit already_exists': [
    { call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['', 'x']) }], words: { edit: '1' } },
    { call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1'], ['', 'x']) }], words: { edit: '2' } },
  ],
  'Write not_read': [{ read: [], call: ['Write', { file_path: 'a.txt', content: 'x' }] }],
  'Write stale_read': [
    { then: overwrite('a.txt'), call: ['Write', { file_path: 'a.txt', content: 'x' }] },
    { options: { readFirst: 'warn' }, then: overwrite('a.txt'), call: ['Write', { file_path: 'a.txt', content: 'x' }] },
  ],
  'Write notebook': [
    {
      call: ['Write', { file_path: 'n.ipynb', content: '{}' }],
      message: /^content is not a notebook: .* Nothing was written\.$/,
    },
  ],
  'Write placeholder': [
    {
      call: ['Write', { file_path: 'a.txt', content: 'one\n  // ... rest of code ...\n' }],
      words: { line: '// ... rest of code ...' },
    },
    {
      call: ['Write', { file_path: 'b.ts', content: '(unchanged methods)\n' }],
      words: { line: '(unchanged methods)' },
    },
  ],
  'Read too_large': [
    {
      files: { 'big.txt': 'x'.repeat(63) + '\n'.repeat(1 + 512 * 1024 - 64) },
      read: [],
      call: ['Read', { file_path: 'big.txt' }],
      words: { size: '512KB', most: '256KB' },
    },
  ],
  'Read invalid_input': [
    { call: ['Read', { file_path: 'a.txt', offset: 9 }], words: { lines: '1 line', offset: '9' } },
    {
      files: { b: 'a\nb\n' },
      call: ['Read', { file_path: 'b', offset: 3, limit: 1 }],
      words: { lines: '2 lines', offset: '3' },
    },
  ],
  'Read binary_file': [
    {
      files: { 'a.zip': Buffer.from('504b030414000000080000002100', 'hex') },
      call: ['Read', { file_path: 'a.zip' }],
      message: /^Could not read a\.zip: it is .*zip.*, not text\.$/i,
    },
  ],
  'Read unreadable': [
    {
      files: { 'a.pdf': '%PDF-1.4\nbroken' },
      call: ['Read', { file_path: 'a.pdf' }],
      message: /damaged: no pages were found in it\.$/,
    },
  ],
  'NotebookEdit notebook': [{ call: ['NotebookEdit', { ...cell, notebook_path: 'a.txt' }] }],
  'NotebookEdit no_change': [
    { files: { 'n.ipynb': NOTEBOOK }, read: ['n.ipynb'], call: ['NotebookEdit', { ...cell, new_source: '1' }] },
  ],
  'NotebookEdit not_found': [
    {
      call: ['NotebookEdit', { ...cell, notebook_path: 'zzz.ipynb' }],
      words: ({ root }) => ({ help: ` Current working directory: ${root}` }),
    },
    {
      files: { 'n.ipynb': NOTEBOOK },
      read: ['n.ipynb'],
      call: ['NotebookEdit', { ...cell, cell_number: undefined, cell_id: 'c9' }],
      message: /^There is no cell with the id "c9"/,
    },
  ],
  'Undo not_found': [
    { call: ['Undo', { id: 'c9' }], words: { id: 'c9' } },
    { call: ['History', { id: 'c9' }], words: { id: 'c9' } },
    { call: ['Undo', {}], message: 'There is nothing to undo.' },
    { call: ['Undo', { redo: true }], message: 'There is nothing to redo: nothing was undone.' },
  ],
  'Undo conflict': [
    {
      then: async (bench) => {
        await bench.workspace.edit({ path: 'a.txt', oldText: 'one', newText: '1' })
        overwrite('a.txt')(bench)
      },
      call: ['Undo', {}],
      message: /^Could not undo \S+ \(.*a\.txt.*\): a\.txt changed since, by somebody who is not in this history/,
    },
  ],
  '* invalid_input': [
    { call: ['Edit', { file_path: 'a.txt', new_string: 'x' }] },
    {
      call: ['Edit', { ...A, replace_al: true }],
      message: 'Edit: there is no argument replace_al. Did you mean replace_all?',
    },
    { call: ['Edit', { ...A, old_string: 7 }], message: 'Edit: old_string must be a string, got 7' },
    {
      call: ['Edit', { ...A, match: 'fuzzy' }],
      message: 'Edit: match must be "exact" or "flexible", got the string "fuzzy"',
    },
    {
      call: ['Edit', { ...A, expected_replacements: 0 }],
      message: 'Edit: expected_replacements must be a whole number from 1 to 1000000, got 0',
    },
    {
      call: ['MultiEdit', { file_path: 'a.txt', edits: [{ old_string: 'one' }] }],
      message: 'MultiEdit: edits[0].new_string is missing; expected a string',
    },
    {
      call: ['MultiEdit', { file_path: 'a.txt', edits: [] }],
      message: /^MultiEdit: edits must be an array of at least one .*, got an array of 0$/,
    },
    { call: ['Write', { file_path: 'b' }], message: 'Write: content is missing; expected a string' },
    { call: ['Read', {}], message: 'Read: file_path is missing; expected a string' },
    { call: ['Glob', {}], message: 'Glob: pattern is missing; expected a string' },
    {
      call: ['Grep', { pattern: 'x', output_mode: 'all' }],
      message: /^Grep: output_mode must be .*, got the string "all"$/,
    },
    { call: ['Grep', { pattern: '(' }], message: /./ },
    { call: ['LS', { path: '.', ignore: 'x' }], message: 'LS: ignore must be an array of strings, got the string "x"' },
    {
      call: ['NotebookEdit', { ...cell, edit_mode: 'merge' }],
      message: /^NotebookEdit: edit_mode must be .*, got the string "merge"$/,
    },
    { call: ['Edt', A], message: 'There is no tool Edt. Did you mean Edit?' },
    { files: { 'sub/x': '' }, read: [], call: ['Edit', replace('sub')], message: 'sub is a folder, not a file.' },
  ],
  '* no_change': [
    { call: ['Write', { file_path: 'a.txt', content: TEXT }] },
    { call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1'], ['1', 'one']) }] },
    { options: { confirm: () => ({ newText: TEXT }) }, call: ['Edit', A] },
  ],
  '* outside_workspace': [
    { call: ['Edit', replace('../secret')] },
    { call: ['Read', { file_path: '../secret' }] },
    { call: ['Write', { file_path: '../secret', content: 'x' }] },
    { call: ['Read', { file_path: '/etc/passwd' }], message: '/etc/passwd is outside the workspace.' },
    {
      then: ({ path }) => symlinkSync(scratch(), path('link')),
      call: ['Edit', replace('link/x', '')],
      message: /^link\/x leads out of /,
    },
    { call: ['Edit', replace('a\0.txt')], message: /NUL/ },
  ],
  '* not_permitted': [
    {
      options: { permission: () => false },
      call: ['Edit', A],
      words: ({ path }) => ({ tool: 'Edit', access: 'write', path: path('a.txt'), reason: '' }),
    },
    {
      options: { permission: () => ({ reason: 'Not today.' }) },
      call: ['Read', { file_path: 'a.txt' }],
      words: ({ path }) => ({ tool: 'Read', access: 'read', path: path('a.txt'), reason: ' Not today.' }),
    },
    {
      files: { '.git/config': TEXT },
      read: ['.git/config'],
      call: ['Edit', replace('.git/config')],
      message: /^Not permitted: \.git\/config may not be written: it is one of git's own files/,
    },
    {
      files: { 'sub/.git': TEXT },
      read: ['sub/.git'],
      call: ['MultiEdit', { file_path: 'sub/.git', edits: edits(['one', '1']) }],
      message: /^Not permitted: sub\/\.git /,
    },
    {
      files: { '.git/hooks/readme': TEXT },
      then: ({ path }) => symlinkSync('.git/hooks', path('link')),
      call: ['Write', { file_path: 'link/pre-commit', content: 'x' }],
      message: /^Not permitted: \.git\/hooks\/pre-commit /,
    },
    {
      files: { 'elsewhere/x': TEXT },
      then: ({ path }) => symlinkSync('elsewhere', path('.git')),
      call: ['Write', { file_path: '.git/config', content: 'x' }],
      message: /^Not permitted: \.git\/config /,
    },
    {
      files: { '.scenewright/n.ipynb': NOTEBOOK },
      read: ['.scenewright/n.ipynb'],
      call: ['NotebookEdit', { ...cell, notebook_path: '.scenewright/n.ipynb' }],
      message: /^Not permitted: .* it is one of scenewright's own files/,
    },
  ],
  '* ignored_path': [
    { options: { ignore: ['made/'] }, call: ['Write', { file_path: 'made/a.txt', content: 'x' }] },
    {
      options: { ignore: ['made/'] },
      files: { 'made/a.txt': TEXT },
      read: ['made/a.txt'],
      call: ['MultiEdit', { file_path: 'made/a.txt', edits: edits(['one', '1']) }],
    },
  ],
  '* not_found': [
    { call: ['Read', { file_path: 'zzz.md' }], words: ({ root }) => ({ help: ` Current working directory: ${root}` }) },
    {
      call: ['Read', { file_path: 'a.md' }],
      words: ({ root }) => ({ help: ` Current working directory: ${root} Did you mean a.txt?` }),
    },
  ],
  '* notebook': [
    { files: { 'n.ipynb': NOTEBOOK }, read: ['n.ipynb'], call: ['Write', { file_path: 'n.ipynb', content: NOTEBOOK }] },
  ],
  '* not_read': [{ files: { 'n.ipynb': NOTEBOOK }, read: [], call: ['NotebookEdit', cell] }],
  '* stale_read': [
    {
      files: { 'n.ipynb': NOTEBOOK },
      read: ['n.ipynb'],
      then: ({ path }) => writeFileSync(path('n.ipynb'), NOTEBOOK.replace('"1"', '"3"')),
      call: ['NotebookEdit', cell],
    },
  ],
  '* binary_file': [{ files: { b: '0123456789ab\0' }, read: ['b'], call: ['Edit', replace('b', '0')] }],
  '* unsupported_encoding': [
    {
      files: { b: Buffer.from([...Buffer.from('é ü ö'), 0xff, 0x0a]) },
      read: ['b'],
      call: ['Edit', replace('b', 'é')],
      message: /^The file is not valid UTF-8: the byte 0xFF at offset 8 \(line 1\) begins no character\.$/,
    },
  ],
  '* too_large': [
    {
      files: { 'big.log': '' },
      read: [],
      options: { readFirst: 'off' },
      then: ({ path }) => truncateSync(path('big.log'), 70_000_000),
      call: ['Edit', replace('big.log')],
    },
    {
      options: { limits: { fileBytes: 1_000 } },
      call: ['Write', { file_path: 'a.txt', content: 'x'.repeat(1_001) }],
      message: 'a.txt would have 1001 bytes; the most is 1000. Nothing was changed.',
    },
  ],
  '* conflict': [
    {
      options: { readFirst: 'off' },
      files: { 'a.ts': 'one\n' },
      read: [],
      changes: true,
      call: ['Edit', replace('a.ts')],
      message:
        /^a\.ts was changed by another session or process while this change was being made\. Nothing was written\. The other change is at line 2\.$/,
    },
  ],
  '* hook_failed': [
    {
      options: { confirm: broken },
      call: ['Edit', A],
      words: { hook: 'confirm', reason: 'it threw: the host is broken' },
    },
    {
      options: { permission: broken },
      call: ['Read', { file_path: 'a.txt' }],
      words: { hook: 'permission', reason: 'it threw: the host is broken' },
    },
    {
      options: { correct: broken },
      call: ['Edit', replace('a.txt', 'One')],
      words: { hook: 'correct', reason: 'it threw: the host is broken' },
    },
  ],
  '* cancelled': [
    { options: { confirm: () => 'cancel' }, call: ['Edit', A], words: { reason: '' } },
    { options: { confirm: () => false }, call: ['Write', { file_path: 'b', content: 'x' }], words: { reason: '' } },
  ],
  '* io': [
    {
      options: { root: UNREADABLE.root },
      read: [],
      call: ['Read', { file_path: UNREADABLE.file }],
      message: /^Could not read .*mem: .*\(os error 5\)/,
      skip: !hasUnreadable,
    },
  ],
  '* closed': [
    {
      options: { confirm: () => new Promise<never>(() => {}) },
      call: ['Edit', A],
      meanwhile: ({ workspace }) => workspace.close(),
    },
  ],
}

/** Nothing that a caller can do leads here. */
const NOT_FROM_OUTSIDE = ['* internal']

const TABLE = readTable()
const FULL_TEXTS = readTexts()

describe('the table of refusals', () => {
  test('is followed by the full texts of messages that are not its own', () => {
    expect(FULL_TEXTS.length).toBeGreaterThan(40)
  })

  test('and the scenarios are about the same rows', () => {
    const rows = TABLE.map(({ tool, kind }) => `${tool} ${kind}`)
    expect(rows.length).toBeGreaterThan(40)
    expect([...Object.keys(SCENARIOS), ...NOT_FROM_OUTSIDE].sort()).toEqual([...rows].sort())
  })

  for (const row of TABLE) {
    const scenarios = SCENARIOS[`${row.tool} ${row.kind}`] ?? []
    for (const [index, scenario] of scenarios.entries()) {
      test.skipIf(scenario.skip)(`${row.tool} ${row.kind}, case ${index + 1}`, () => provoke(row, scenario))
    }
  }
})

async function provoke(row: TableRow, scenario: Scenario): Promise<void> {
  const { bench, watched } = await prepare(scenario)
  const before = watched ? tree(bench.root) : {}
  const [tool, args] = scenario.call
  const calling = bench.workspace.callTool(tool, args)
  if (scenario.meanwhile) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    await scenario.meanwhile(bench)
  }
  const answer = await calling
  const { result, behavior, kind, errorCode, message = '' } = answer
  expect({ result, behavior, kind, errorCode }, message).toEqual({
    result: false,
    behavior: 'ask',
    kind: row.kind,
    errorCode: row.code,
  })
  expect(answer.assistant).toContain(message)
  const isOffered = row.kind === 'not_found' && message.includes('Did you mean ')
  const whatToDo = isOffered ? 'Use the name that is offered.' : row.whatToDo
  expect(answer.assistant).toContain(`\n\nWhat to do: ${whatToDo}\n`)
  expect(answer.whatToDo).toBe(whatToDo)
  expect(answer.assistant).toContain(`(kind: ${row.kind}${row.code === undefined ? '' : `, code: ${row.code}`})`)
  expectMessage(message, row, scenario, bench)
  const paragraph = message.split('\n\n')[0] ?? ''
  const texts = [row.message, ...FULL_TEXTS.filter(({ kind: of }) => of === row.kind).map(({ text }) => text)]
  expect(
    texts.some((text) => fits(text, paragraph)),
    `docs/errors.md has no such text: ${paragraph}`,
  ).toBe(true)
  if (watched && !scenario.changes) expect(tree(bench.root)).toEqual(before)
}

async function prepare(scenario: Scenario): Promise<{ bench: Bench; watched: boolean }> {
  const { options = {}, files = {}, read = ['a.txt'], then } = scenario
  if (options.root !== undefined) {
    const workspace = await reopen({ historyDir: join(scratch(), 'state'), durability: 'fast', ...options })
    const path = (name: string): string => join(String(options.root), name)
    return { bench: { root: String(options.root), historyDir: '', workspace, path, text: () => '' }, watched: false }
  }
  let changed = 0
  let bench: Bench | undefined
  const confirm: WorkspaceOptions['confirm'] = () => {
    if (bench) writeFileSync(bench.path('a.ts'), `one\nother ${(changed += 1)}\n`)
    return 'proceed'
  }
  bench = await open(
    { 'a.txt': TEXT, ...files },
    { durability: 'fast', ...(scenario.changes && { confirm }), ...options },
  )
  for (const name of read) await bench.workspace.recordRead(name)
  await then?.(bench)
  return { bench, watched: true }
}

function expectMessage(message: string, row: TableRow, { message: own, words, help }: Scenario, bench: Bench): void {
  if (own !== undefined) {
    if (typeof own === 'string') expect(message).toBe(own)
    else expect(message).toMatch(own)
    return
  }
  const known = typeof words === 'function' ? words(bench) : (words ?? {})
  const expected = row.message.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? `{${name}}`)
  if (help) expect(message.startsWith(`${expected}\n\n`), message).toBe(true)
  else expect(message.split('\n\n')[0]).toBe(expected)
}

/** The texts below the tables, in which `{name}` stands for a value. */
function readTexts(): { readonly kind: string; readonly text: string }[] {
  const page = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8')
  const [, texts = ''] = page.split('## Full texts')
  return [...texts.matchAll(/^\| `(\w+)` \| ``(.+)`` \| .+ \|$/gm)].map(([, kind = '', text = '']) => ({ kind, text }))
}

function fits(text: string, message: string): boolean {
  const plain = text.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${plain.join('[\\s\\S]*')}$`).test(message)
}

function readTable(): TableRow[] {
  const rows: TableRow[] = []
  let tool = ''
  for (const line of readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8').split('\n')) {
    if (line.startsWith('## ')) tool = line === '## All tools' ? '*' : line.slice(3)
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    if (cells.length !== 7 || !/^`\w+`$/.test(cells[2] ?? '')) continue
    const [, code = '', kind = '', , message = '', whatToDo = ''] = cells
    rows.push({
      tool,
      code: code === '–' ? undefined : Number(code),
      kind: kind.replaceAll('`', ''),
      message: message.slice(1, -1).replaceAll('\\n', '\n'),
      whatToDo,
    })
  }
  return rows
}

/** Calls to which two refusals apply, of which the first must answer. */
const ORDER: readonly (readonly [name: string, scenario: Scenario, kind: string, code?: number])[] = [
  ['Edit: invalid_input before 1', { call: ['Edit', { ...replace('a.txt', 'one', 'one'), more: 1 }] }, 'invalid_input'],
  ['Edit: 1 before outside_workspace', { call: ['Edit', replace('../x', 'one', 'one')] }, 'no_change', 1],
  [
    'Edit: 1 before not_permitted',
    { options: { permission: () => false }, call: ['Edit', replace('a.txt', 'one', 'one')] },
    'no_change',
    1,
  ],
  ['Edit: 1 before 3', { call: ['Edit', replace('a.txt', '', '')] }, 'no_change', 1],
  ['Edit: 1 before 4', { call: ['Edit', replace('none', 'one', 'one')] }, 'no_change', 1],
  [
    'Edit: outside_workspace before not_permitted',
    { options: { permission: () => false }, call: ['Edit', replace('../x')] },
    'outside_workspace',
  ],
  [
    'Edit: outside_workspace before 2',
    {
      options: { ignore: ['made/'] },
      files: { 'made/x': '' },
      then: ({ path }) => symlinkSync(scratch(), path('made/link')),
      call: ['Edit', replace('made/link/x')],
    },
    'outside_workspace',
  ],
  ['Edit: outside_workspace before 4', { call: ['Edit', replace('../none')] }, 'outside_workspace'],
  [
    'Edit: not_permitted before 2',
    {
      options: { ignore: ['made/'], permission: () => false },
      files: { 'made/x': TEXT },
      call: ['Edit', replace('made/x')],
    },
    'not_permitted',
  ],
  [
    'Edit: not_permitted before 4',
    { options: { permission: () => false }, call: ['Edit', replace('none')] },
    'not_permitted',
  ],
  [
    'Edit: 2 before 3',
    { options: { ignore: ['made/'] }, files: { 'made/x': TEXT }, call: ['Edit', replace('made/x', '')] },
    'ignored_path',
    2,
  ],
  [
    'Edit: 2 before 4',
    { options: { ignore: ['made/'] }, files: { 'made/x': TEXT }, call: ['Edit', replace('made/none')] },
    'ignored_path',
    2,
  ],
  [
    'Edit: 2 before 6',
    { options: { ignore: ['made/'] }, files: { 'made/x': TEXT }, call: ['Edit', replace('made/x')] },
    'ignored_path',
    2,
  ],
  ['Edit: 3 before 5', { files: { 'n.ipynb': NOTEBOOK }, call: ['Edit', replace('n.ipynb', '')] }, 'already_exists', 3],
  ['Edit: 3 before 6', { read: [], call: ['Edit', replace('a.txt', '')] }, 'already_exists', 3],
  ['Edit: 4 before 5', { call: ['Edit', replace('none.ipynb')] }, 'not_found', 4],
  ['Edit: 5 before 6', { files: { 'n.ipynb': NOTEBOOK }, call: ['Edit', replace('n.ipynb')] }, 'notebook', 5],
  [
    'Edit: 5 before 7',
    {
      files: { 'n.ipynb': NOTEBOOK },
      read: ['n.ipynb'],
      then: ({ path }) => writeFileSync(path('n.ipynb'), NOTEBOOK.replace('"1"', '"3"')),
      call: ['Edit', replace('n.ipynb')],
    },
    'notebook',
    5,
  ],
  ['Edit: 6 before 7', { read: [], then: overwrite('a.txt'), call: ['Edit', A] }, 'not_read', 6],
  ['Edit: 6 before 8', { read: [], call: ['Edit', replace('a.txt', 'none')] }, 'not_read', 6],
  ['Edit: 6 before 9', { read: [], call: ['Edit', replace('a.txt', 'two')] }, 'not_read', 6],
  ['Edit: 7 before 8', { then: overwrite('a.txt'), call: ['Edit', A] }, 'stale_read', 7],
  [
    'Edit: 7 before 9',
    { then: ({ path }) => writeFileSync(path('a.txt'), 'one one'), call: ['Edit', A] },
    'stale_read',
    7,
  ],
  [
    'Edit: 8 before count_mismatch',
    { call: ['Edit', { ...replace('a.txt', 'none'), expected_replacements: 2 }] },
    'no_match',
    8,
  ],
  [
    'MultiEdit: invalid_input before 1',
    { files: { 'n.ipynb': NOTEBOOK }, call: ['MultiEdit', { file_path: 'n.ipynb', edits: [] }] },
    'invalid_input',
  ],
  [
    'MultiEdit: 1 before 2',
    { call: ['MultiEdit', { file_path: 'no/n.ipynb', edits: edits(['1', '2']) }] },
    'notebook',
    1,
  ],
  ['MultiEdit: 1 before 3', { call: ['MultiEdit', { file_path: 'n.ipynb', edits: edits(['1', '1']) }] }, 'notebook', 1],
  [
    'MultiEdit: 1 before outside_workspace',
    { call: ['MultiEdit', { file_path: '../n.ipynb', edits: edits(['1', '2']) }] },
    'notebook',
    1,
  ],
  [
    'MultiEdit: outside_workspace before 2',
    { call: ['MultiEdit', { file_path: '../no/x', edits: edits(['1', '2']) }] },
    'outside_workspace',
  ],
  [
    'MultiEdit: not_permitted before 2',
    { options: { permission: () => false }, call: ['MultiEdit', { file_path: 'no/x', edits: edits(['1', '2']) }] },
    'not_permitted',
  ],
  [
    'MultiEdit: 2 before 3',
    { call: ['MultiEdit', { file_path: 'no/x', edits: edits(['1', '1']) }] },
    'parent_missing',
    2,
  ],
  [
    'MultiEdit: 2 before 6',
    { call: ['MultiEdit', { file_path: 'no/x', edits: edits(['1', '2']) }] },
    'parent_missing',
    2,
  ],
  ['MultiEdit: 3 before 6', { call: ['MultiEdit', { file_path: 'x', edits: edits(['1', '1']) }] }, 'no_change', 3],
  [
    'MultiEdit: 3 before 7',
    { read: [], call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['1', '1']) }] },
    'no_change',
    3,
  ],
  [
    'MultiEdit: 3 of a later edit before 7',
    { read: [], call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1'], ['x', 'x']) }] },
    'no_change',
    3,
  ],
  [
    'MultiEdit: 3 before 8',
    { then: overwrite('a.txt'), call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['1', '1']) }] },
    'no_change',
    3,
  ],
  [
    'MultiEdit: 6 before 7',
    { read: [], call: ['MultiEdit', { file_path: 'x', edits: edits(['1', '2']) }] },
    'create_needs_empty',
    6,
  ],
  [
    'MultiEdit: 7 before 8',
    { read: [], then: overwrite('a.txt'), call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1']) }] },
    'not_read',
    7,
  ],
  [
    'MultiEdit: 7 before 9',
    { files: { b: 'a\0' }, read: [], call: ['MultiEdit', { file_path: 'b', edits: edits(['a', 'b']) }] },
    'not_read',
    7,
  ],
  [
    'MultiEdit: 7 before 10',
    { read: [], call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['x', 'y']) }] },
    'not_read',
    7,
  ],
  [
    'MultiEdit: 8 before 9',
    {
      then: ({ path }) => writeFileSync(path('a.txt'), 'one\0'),
      call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1']) }],
    },
    'stale_read',
    8,
  ],
  [
    'MultiEdit: 8 before 10',
    { then: overwrite('a.txt'), call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1']) }] },
    'stale_read',
    8,
  ],
  [
    'MultiEdit: 9 before 10',
    { files: { b: 'a\0' }, read: ['b'], call: ['MultiEdit', { file_path: 'b', edits: edits(['x', 'y']) }] },
    'binary_file',
    9,
  ],
  [
    'MultiEdit: an earlier edit before a later one',
    { call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['two', '2'], ['none', '0']) }] },
    'ambiguous_match',
  ],
  ['Write: the arguments before the path', { call: ['Write', { file_path: '../x' }] }, 'invalid_input'],
  [
    'Write: outside_workspace before notebook',
    { call: ['Write', { file_path: '../x.ipynb', content: '' }] },
    'outside_workspace',
  ],
  [
    'Write: notebook before 2',
    { files: { 'n.ipynb': NOTEBOOK }, call: ['Write', { file_path: 'n.ipynb', content: '' }] },
    'notebook',
  ],
  [
    'Write: 2 before stale_read',
    { read: [], then: overwrite('a.txt'), call: ['Write', { file_path: 'a.txt', content: '' }] },
    'not_read',
    2,
  ],
]

describe('the earlier of two refusals answers', () => {
  for (const [name, scenario, kind, code] of ORDER) {
    test(name, async () => {
      const { bench } = await prepare(scenario)
      const before = tree(bench.root)
      const answer = await bench.workspace.callTool(...scenario.call)
      expect({ kind: answer.kind, code: answer.errorCode }, answer.message).toEqual({ kind, code })
      expect(tree(bench.root)).toEqual(before)
    })
  }
})

describe('what a refusal brings along', () => {
  const ask = async (scenario: Scenario): Promise<{ answer: FileToolAnswer; bench: Bench }> => {
    const { bench } = await prepare(scenario)
    return { answer: await bench.workspace.callTool(...scenario.call), bench }
  }

  for (const [name, scenario] of Object.entries({
    'Edit 6': { read: [], call: ['Edit', A] },
    'Edit 8': { call: ['Edit', replace('a.txt', 'none')] },
    'Edit 9': { call: ['Edit', replace('a.txt', 'two')] },
  } satisfies Record<string, Scenario>)) {
    test(`${name}: whether the path is absolute, as a word`, async () => {
      const { answer, bench } = await ask(scenario)
      expect(answer['meta']).toEqual({ isFilePathAbsolute: 'false' })
      const absolute = { ...scenario.call[1], file_path: bench.path('a.txt') }
      expect((await bench.workspace.callTool('Edit', absolute))['meta']).toEqual({ isFilePathAbsolute: 'true' })
    })
  }

  test('Edit no_change: the text', async () => {
    const scenario: Scenario = { call: ['Edit', replace('a.txt', 'one', 'one')] }
    expect((await ask(scenario)).answer['meta']).toEqual({ old_string: 'one' })
  })

  test('the other refusals of Edit: nothing', async () => {
    for (const scenario of [
      { call: ['Edit', replace('a.txt', '')] },
      { call: ['Edit', replace('none')] },
      { then: overwrite('a.txt'), call: ['Edit', A] },
      { call: ['Edit', { ...A, expected_replacements: 2 }] },
    ] satisfies Scenario[]) {
      expect((await ask(scenario)).answer).not.toHaveProperty('meta')
    }
  })

  test('MultiEdit 7: the path, and whether it is absolute', async () => {
    const call = (file_path: string) => ['MultiEdit', { file_path, edits: edits(['one', '1']) }] as const
    const { answer, bench } = await ask({ read: [], call: call('a.txt') })
    expect(answer['meta']).toEqual({ filePath: 'a.txt', isFilePathAbsolute: 'false' })
    const absolute = bench.path('a.txt')
    expect((await bench.workspace.callTool(...call(absolute)))['meta']).toEqual({
      filePath: absolute,
      isFilePathAbsolute: 'true',
    })
  })

  test('MultiEdit 8: the path, when it was written, and when it was read', async () => {
    const from = Date.now()
    const { answer, bench } = await ask({
      then: overwrite('a.txt'),
      call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['other', '1']) }],
    })
    const meta = answer['meta'] as { lastWriteTime: number; readTimestamp: number }
    expect(Object.keys(meta).sort()).toEqual(['filePath', 'lastWriteTime', 'readTimestamp'])
    expect(meta).toMatchObject({ filePath: 'a.txt', lastWriteTime: Math.floor(statSync(bench.path('a.txt')).mtimeMs) })
    expect(meta.readTimestamp).toBeGreaterThanOrEqual(from)
    expect(meta.readTimestamp).toBeLessThanOrEqual(Date.now())
  })

  test('MultiEdit 10: which edit, and its text up to 200 characters', async () => {
    const old = '가'.repeat(250)
    const { answer } = await ask({
      call: ['MultiEdit', { file_path: 'a.txt', edits: edits(['one', '1'], [old, '2']) }],
    })
    expect(answer['meta']).toEqual({ editIndex: 2, oldString: '가'.repeat(200) })
  })

  test('the typed methods bring the same', async () => {
    const { workspace } = await open({ 'a.txt': TEXT })
    const result = await workspace.edit({ path: 'a.txt', oldText: 'one', newText: '1' })
    expect(result).toMatchObject({
      status: 'refused',
      error: { code: 'not_read', group: 'refusal', wireCode: 6, hint: expect.any(String) },
    })
  })
})

test('a folder that was swapped for a file is answered, not thrown', async () => {
  const { workspace, path } = await open({ 'a.txt': TEXT })
  mkdirSync(path('folder'))
  expect(await workspace.callTool('Edit', replace('a.txt/b'))).toMatchObject({ result: false })
  expect(await workspace.callTool('Edit', replace('folder/'))).toMatchObject({ result: false, kind: 'invalid_input' })
})
