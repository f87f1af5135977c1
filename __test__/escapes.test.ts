// Ways out of the workspace, tried with every file tool, and names that only look like one.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import type { FileToolAnswer, WorkspaceTransaction } from '../index.js'
import { atEnd, makeSocket, ROOT, scratch } from './support.js'
import { reopen, tree } from './workspace-support.js'

const CALLER = join(ROOT, '__test__', 'hosts', 'file-calls.mjs')

/** The contents outside, which must not be in any answer. No call contains them. */
const SECRET = 'the-hidden-words-4711'
const UNNAMED = 'never-named-0815'
/** The text that the calls try to write. */
const INTRUDER = 'written by an intruder'

/** Folders beside each other: the workspace in the middle, and what it must not touch. */
interface Scene {
  readonly base: string
  readonly root: string
  readonly outside: string
}

type Row = readonly [name: string, path: string | ((scene: Scene) => string), kinds?: readonly string[] | undefined]

/** Leads out. */
const OUT = ['outside_workspace']
/** Cannot be a file. */
const NOT_A_FILE = ['invalid_input', 'not_found', 'io', 'outside_workspace']
/** A name like another: it means something inside, or nothing. */
const HARMLESS = undefined

const ROWS: readonly Row[] = [
  ['the folder above', '..', OUT],
  ['the folder above with a slash', '../', OUT],
  ['the folder above with a dot', '../.', OUT],
  ['a file beside', '../outside/secret.txt', OUT],
  ['a file beside, after a dot', './../outside/secret.txt', OUT],
  ['a file beside, with double slashes', '..//outside//secret.txt', OUT],
  ['a file beside, with dots between', '.././outside/./secret.txt', OUT],
  ['up from a folder', 'sub/../../outside/secret.txt', OUT],
  ['up from a folder that is missing', 'missing/../../outside/secret.txt', OUT],
  ['up from a file', 'inside.txt/../../outside/secret.txt', OUT],
  ['up many times', `${'../'.repeat(40)}etc/hostname`, OUT],
  ['up a thousand times', `${'../'.repeat(1_000)}etc/hostname`, OUT],
  ['up and down and up', 'sub/deep/../../sub/../../outside/secret.txt', OUT],
  ['a new file beside', '../outside/new.txt', OUT],
  ['a new folder beside', '../outside/made/by/new.txt', OUT],
  ['a near name beside', `../outside/${UNNAMED.slice(0, -1)}`, OUT],
  ['the prefix trap', '../project2/secret.txt', OUT],
  ['the prefix trap, absolute', ({ root }) => `${root}2/secret.txt`, OUT],
  ['the prefix trap, absolute and new', ({ root }) => `${root}3/new.txt`, OUT],
  ['absolute', ({ outside }) => join(outside, 'secret.txt'), OUT],
  ['absolute folder', ({ outside }) => outside, OUT],
  ['absolute and new', ({ outside }) => join(outside, 'new.txt'), OUT],
  ['absolute, up from the root', ({ root }) => `${root}/../outside/secret.txt`, OUT],
  ['absolute, up from a folder', ({ root }) => `${root}/sub/../../outside/secret.txt`, OUT],
  ['absolute, with double slashes', ({ outside }) => `/${outside}//secret.txt`, OUT],
  ['absolute, with dots', ({ base }) => `${base}/./project/.././outside/secret.txt`, OUT],
  ['a file of the system', '/etc/hostname', OUT],
  ['a file of the system with two slashes', '//etc/hostname', OUT],
  ['the root of the disk', '/', OUT],
  ['the root of the disk, twice', '//', OUT],
  ['a folder above the root', ({ base }) => base, OUT],
  ['a share', '\\\\server\\share\\x.txt', OUT],
  ['a share with slashes', '//server/share/x.txt', OUT],
  ['a drive', 'C:\\Windows\\win.ini', OUT],
  ['a drive with slashes', 'c:/Windows/win.ini', OUT],
  ['a verbatim path', '\\\\?\\C:\\Windows\\win.ini', OUT],
  ['a device path', '\\\\.\\PhysicalDrive0', OUT],
  ['the root of the process', ({ outside }) => `/proc/self/root${outside}/secret.txt`, OUT],
  ['the folder of the process', '/proc/self/cwd/secret.txt', OUT],
  ['the input of the process', '/proc/self/fd/0', OUT],
  ['the environment of the process', '/proc/self/environ', OUT],
  ['nothing', '/dev/null', OUT],
  ['random bytes', '/dev/urandom', OUT],
  ['the terminal', '/dev/tty', OUT],
  ['a link to a file', 'file-link', OUT],
  ['an absolute link to a file', 'file-link-absolute', OUT],
  ['a link to a missing file', 'file-link-dangling', OUT],
  ['a link to a folder', 'folder-link', OUT],
  ['a link to a folder with a slash', 'folder-link/', OUT],
  ['a parent that is a link', 'folder-link/secret.txt', OUT],
  ['a parent that is a link, new file', 'folder-link/new.txt', OUT],
  ['a parent that is a link, new folder', 'folder-link/made/new.txt', OUT],
  ['a parent that is a link, deeper', 'folder-link/folder/secret.txt', OUT],
  ['a parent that is an absolute link', 'folder-link-absolute/secret.txt', OUT],
  ['absolute, with a parent that is a link', ({ root }) => `${root}/folder-link/secret.txt`, OUT],
  ['back from a link', 'folder-link/../outside/secret.txt'],
  ['back from a link, into the root', 'folder-link/../inside.txt'],
  ['absolute, back from a link', ({ root }) => `${root}/folder-link/../outside/secret.txt`],
  ['a chain of links', 'chain-1/secret.txt', OUT],
  ['a chain of links to a file', 'chain-file-1', OUT],
  ['a link in a folder, to a link', 'sub/side/secret.txt', OUT],
  ['a link up', 'sub/up/outside/secret.txt', OUT],
  ['a link to the prefix trap', 'trap/secret.txt', OUT],
  ['a link to the root of the disk', 'slash/etc/hostname', OUT],
  ['a link to the folder above', 'dotdot/outside/secret.txt', OUT],
  ['a link to a link that goes out and comes back', 'out-and-back/inside.txt', undefined],
  ['a loop', 'loop', NOT_A_FILE],
  ['a loop of two', 'loop-a/x.txt', NOT_A_FILE],
  ['a link to the root of the process', ({ outside }) => `process-root${outside}/secret.txt`, OUT],
  ['a link to the folder of the process', 'process-cwd/secret.txt', OUT],
  ['a link to the descriptors of the process', 'process-fd/0', OUT],
  ['a link to a device', 'device', OUT],
  ['a FIFO', 'fifo', NOT_A_FILE],
  ['a link to a FIFO', 'fifo-link', NOT_A_FILE],
  ['beneath a FIFO', 'fifo/x.txt', NOT_A_FILE],
  ['a socket', 'socket', NOT_A_FILE],
  ['NUL at the end', 'inside.txt\0', NOT_A_FILE],
  ['NUL alone', '\0', NOT_A_FILE],
  ['NUL before an ending', '../outside/secret.txt\0.png', NOT_A_FILE],
  ['NUL, absolute', ({ outside }) => `${outside}/secret.txt\0`, NOT_A_FILE],
  ['NUL, absolute inside', ({ root }) => `${root}/inside.txt\0x`, NOT_A_FILE],
  ['an empty path', '', HARMLESS],
  ['the root itself', '.', HARMLESS],
  ['the root itself with a slash', './', HARMLESS],
  ['a folder', 'sub/', HARMLESS],
  ['a file with a slash', 'inside.txt/', HARMLESS],
  ['beneath a file', 'inside.txt/x.txt', HARMLESS],
  ['the home', '~/secret.txt', HARMLESS],
  ['the home alone', '~', HARMLESS],
  ['the home of another', '~root/x.txt', HARMLESS],
  ['a variable', '$HOME/x.txt', HARMLESS],
  ['percent-encoded dots', '%2e%2e/outside/secret.txt', HARMLESS],
  ['a percent-encoded slash', '..%2foutside%2fsecret.txt', HARMLESS],
  ['twice percent-encoded', '%252e%252e%252foutside', HARMLESS],
  ['an overlong slash', '..%c0%afoutside', HARMLESS],
  ['a URL', 'file:///etc/hostname', HARMLESS],
  ['backslashes', '..\\outside\\secret.txt', HARMLESS],
  ['full-width dots', '\uff0e\uff0e/outside/secret.txt', HARMLESS],
  ['a two-dot leader', '\u2025/outside/secret.txt', HARMLESS],
  ['a full-width slash', '..\uff0foutside\uff0fsecret.txt', HARMLESS],
  ['a division slash', '..\u2215outside', HARMLESS],
  ['dots and a zero-width space', '..\u200b/outside/secret.txt', HARMLESS],
  ['dots and a space', '.. /outside/secret.txt', HARMLESS],
  ['a space and dots', ' ../outside/secret.txt', HARMLESS],
  ['dots and a newline', '..\n/outside/secret.txt', HARMLESS],
  ['three dots', '.../outside/secret.txt', HARMLESS],
  ['turned around', '\u202e../outside', HARMLESS],
  ['a long name', 'a'.repeat(300), HARMLESS],
  ['a long path', `${'a/'.repeat(3_000)}x`, NOT_A_FILE],
  ['a long absolute path', ({ root }) => `${root}/${'a/'.repeat(3_000)}x`, NOT_A_FILE],
]

/** Names of new files that would be devices elsewhere. */
const DEVICES = ['CON', 'con', 'NUL', 'Nul', 'AUX', 'PRN', 'COM1', 'com9', 'LPT1', 'sub/NUL']

const LINKS: Record<string, string | ((scene: Scene) => string)> = {
  'file-link': '../outside/secret.txt',
  'file-link-absolute': ({ outside }) => join(outside, 'secret.txt'),
  'file-link-dangling': '../outside/new.txt',
  'folder-link': '../outside',
  'folder-link-absolute': ({ outside }) => outside,
  'notebook-link.ipynb': '../outside/secret.ipynb',
  'chain-1': 'chain-2',
  'chain-2': './sub/../chain-3',
  'chain-3': ({ outside }) => outside,
  'chain-file-1': 'chain-file-2',
  'chain-file-2': 'folder-link/secret.txt',
  'sub/side': '../folder-link',
  'sub/up': '../..',
  trap: '../project2',
  slash: '/',
  dotdot: '..',
  'out-and-back': '../project',
  loop: 'loop',
  'loop-a': 'loop-b',
  'loop-b': 'loop-a',
  'process-root': '/proc/self/root',
  'process-cwd': '/proc/self/cwd',
  'process-fd': '/proc/self/fd',
  device: '/dev/null',
  'fifo-link': 'fifo',
}

const notebook = (source: string): string =>
  JSON.stringify({
    cells: [{ cell_type: 'code', id: 'a', source, metadata: {}, outputs: [], execution_count: null }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  })

function put(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

async function build(): Promise<Scene> {
  const base = realpathSync(scratch())
  const scene = { base, root: join(base, 'project'), outside: join(base, 'outside') }
  const secrets = {
    'secret.txt': SECRET,
    'secret.ipynb': notebook(SECRET),
    'folder/secret.txt': SECRET,
    [UNNAMED]: SECRET,
  }
  put(scene.outside, secrets)
  put(join(base, 'project2'), secrets)
  put(scene.root, { 'inside.txt': 'inside\n', 'sub/deep/a.txt': 'deep\n' })
  for (const [name, target] of Object.entries(LINKS)) {
    symlinkSync(typeof target === 'string' ? target : target(scene), join(scene.root, name))
  }
  expect(spawnSync('mkfifo', [join(scene.root, 'fifo')]).status).toBe(0)
  makeSocket(scene.root, 'socket')
  return scene
}

type Call = readonly [tool: string, args: Record<string, unknown>]

/** One path, given to every tool in every place that takes one. */
function callsWith(path: string): Call[] {
  const notebookPath = path.replace(/\.txt$/, '.ipynb')
  return [
    ['Read', { file_path: path }],
    ['Edit', { file_path: path, old_string: 'the', new_string: INTRUDER }],
    ['Edit', { file_path: path, old_string: '', new_string: INTRUDER }],
    ['Edit', { file_path: path, old_string: 'the', new_string: INTRUDER, dry_run: true }],
    ['MultiEdit', { file_path: path, edits: [{ old_string: 'the', new_string: INTRUDER }] }],
    ['MultiEdit', { file_path: path, edits: [{ old_string: '', new_string: INTRUDER }] }],
    ['NotebookEdit', { notebook_path: notebookPath, cell_number: 0, new_source: INTRUDER }],
    ['Write', { file_path: path, content: INTRUDER }],
    ['Read', { file_path: path }],
    ['LS', { path }],
    ['Grep', { pattern: 'hidden.words', path, output_mode: 'content' }],
    ['Grep', { pattern: 'hidden.words', path }],
    ['Grep', { pattern: 'hidden.words', include: path, hidden: true, no_ignore: true }],
    ['Glob', { pattern: '**/*', path, hidden: true }],
    ['Glob', { pattern: path, hidden: true }],
    ['Glob', { pattern: `${path}/*`, hidden: true }],
    ['Glob', { pattern: `${path}/**/*` }],
  ]
}

const WRITING = new Set(['Read', 'Edit', 'MultiEdit', 'NotebookEdit', 'Write'])

/** Calls that go over the whole tree, which has every kind of link in it. */
const SWEEPS: readonly Call[] = [
  ['Glob', { pattern: '../*' }],
  ['Glob', { pattern: '../**/*.txt' }],
  ['Glob', { pattern: '**/../../**' }],
  ['Glob', { pattern: '{..,.}/outside/*' }],
  ['Glob', { pattern: '[.][.]/outside/*' }],
  ['Glob', { pattern: '.?/outside/*' }],
  ['Glob', { pattern: 'folder-link/**' }],
  ['Glob', { pattern: '**/secret.*' }],
  ['Glob', { pattern: '/**/secret.txt' }],
  ['Glob', { pattern: '/etc/*' }],
  ['Glob', { pattern: '*', path: 'sub/../..' }],
  ['Grep', { pattern: 'hidden.words', output_mode: 'content' }],
  ['Grep', { pattern: 'hidden.words', output_mode: 'count', hidden: true, no_ignore: true }],
  ['Grep', { pattern: 'hidden.words', include: '../**' }],
  ['Grep', { pattern: 'hidden.words', include: '**/secret.txt', multiline: true, output_mode: 'content' }],
  ['LS', { path: '.' }],
]

async function ask(scene: Scene, mode: string, calls: readonly Call[]): Promise<Record<string, unknown>[]> {
  const options = { root: scene.root, historyDir: join(scene.base, 'state'), durability: 'fast', readFirst: 'off' }
  const env = { ...process.env, SCENEWRIGHT_PATHS: mode }
  const child = spawn(process.execPath, [CALLER], { cwd: scene.outside, env, stdio: ['pipe', 'pipe', 'inherit'] })
  atEnd(() => void child.kill('SIGKILL'))
  child.stdin.end(JSON.stringify({ options, calls }))
  const lines = (await text(child.stdout)).trimEnd().split('\n')
  expect(lines, 'the process lived to the end').toHaveLength(calls.length)
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Everything but the workspace itself and its history. */
const surroundings = ({ base, outside }: Scene) => ({
  names: readdirSync(base).filter((name) => name !== 'state'),
  outside: tree(outside),
  trap: tree(join(base, 'project2')),
})

/** The faults of an answer to an attempt to get out. */
function faultOf([tool, args]: Call, answer: Record<string, unknown>, kinds: readonly string[] | undefined) {
  const said = JSON.stringify(answer)
  if (answer.hung) return 'no answer'
  if (answer.threw) return `threw ${answer.threw as string}`
  if (answer.kind === 'internal') return said
  if (said.includes(SECRET)) return `revealed the secret: ${said}`
  if (said.includes(UNNAMED)) return `revealed a name: ${said}`
  if (kinds === undefined) return undefined
  if (answer.result === true) {
    const found = (answer.numFiles ?? answer.numEntries ?? -1) as number
    return !WRITING.has(tool) && found === 0 ? undefined : `went on: ${said.slice(0, 300)}`
  }
  const isPattern = !WRITING.has(tool) && args.path === undefined
  const allowed = [...kinds, ...(isPattern ? ['invalid_input', 'outside_workspace'] : [])]
  if (tool === 'NotebookEdit' && kinds !== OUT) allowed.push('notebook')
  return allowed.includes(answer.kind as string) ? undefined : `refused as ${said.slice(0, 300)}`
}

const isLinux = process.platform === 'linux'

if (!isLinux) console.warn('The ways out of the workspace are those of Linux; here they are not tried.')

describe.skipIf(!isLinux)('a way out of the workspace', () => {
  describe.each([
    ['as the system resolves paths', ''],
    ['with paths walked name by name', 'walk'],
  ])('%s', (_, mode) => {
    test(`${ROWS.length} paths lead nowhere with any tool`, async () => {
      const scene = await build()
      const before = surroundings(scene)
      const attempts = ROWS.flatMap(([name, path, kinds]) =>
        callsWith(typeof path === 'string' ? path : path(scene)).map((call) => ({ name, call, kinds })),
      )
      const calls = attempts.map(({ call }) => call)
      const answers = await ask(scene, mode, calls)
      const faults = attempts.flatMap(({ name, call, kinds }, index) => {
        const fault = faultOf(call, answers[index] ?? {}, kinds)
        return fault === undefined ? [] : [`${name}: ${call[0]}: ${fault}`]
      })
      expect(faults).toEqual([])
      expect(surroundings(scene)).toEqual(before)
    })

    test('searches of the whole tree find nothing outside', async () => {
      const scene = await build()
      const before = surroundings(scene)
      const answers = await ask(scene, mode, SWEEPS)
      const faults = SWEEPS.flatMap((call, index) => {
        const fault = faultOf(call, answers[index] ?? {}, HARMLESS)
        const names = (answers[index]?.filenames ?? []) as string[]
        const out = names.filter((name) => name.includes('..') || name.startsWith('/') || name.includes('secret'))
        const wrong = [fault, ...out.map((name) => `found ${name}`)].filter(Boolean)
        return wrong.map((it) => `${JSON.stringify(call)}: ${it}`)
      })
      expect(faults).toEqual([])
      expect(surroundings(scene)).toEqual(before)
    })

    test('names of devices are no names for new files', async () => {
      const scene = await build()
      const calls = DEVICES.flatMap((name): Call[] => [
        ['Write', { file_path: name, content: 'x' }],
        ['Edit', { file_path: name, old_string: '', new_string: 'x' }],
        ['MultiEdit', { file_path: name, edits: [{ old_string: '', new_string: 'x' }] }],
      ])
      const answers = await ask(scene, mode, calls)
      expect(answers.map(({ kind }) => kind)).toEqual(calls.map(() => 'outside_workspace'))
      expect(DEVICES.filter((name) => existsSync(join(scene.root, name)))).toEqual([])
    })
  })

  test('is closed to transactions and to the freshness service as well', async () => {
    const scene = await build()
    const before = surroundings(scene)
    const historyDir = join(scene.base, 'state')
    const workspace = await reopen({ root: scene.root, historyDir, durability: 'fast', readFirst: 'off' })
    const faults: string[] = []
    /** A promise must be refused or rejected; it may go well only where it is about the link itself. */
    const closed = async (what: string, promise: Promise<unknown>, isLinkItself = false): Promise<void> => {
      const outcome = await promise.then(
        (value) => ({ value }),
        (thrown: { code?: string; message: string }) => ({ thrown: `${thrown.code}: ${thrown.message}` }),
      )
      const said = JSON.stringify(outcome)
      if (said.includes(SECRET) || said.includes(UNNAMED)) faults.push(`${what} revealed: ${said}`)
      const { status, state } = ('value' in outcome ? outcome.value : {}) as { status?: string; state?: string }
      const isRefused = 'thrown' in outcome || status === 'refused' || state === 'unread'
      if (!isRefused && !isLinkItself) faults.push(`${what} went on: ${said}`)
    }
    const links = new Set(Object.keys(LINKS))
    for (const [name, path, kinds] of ROWS) {
      if (kinds !== OUT) continue
      const filePath = typeof path === 'string' ? path : path(scene)
      const isLinkItself = links.has(filePath.replace(/\/$/, ''))
      const change = async (
        how: string,
        isAboutLinks: boolean,
        body: (tx: WorkspaceTransaction) => Promise<unknown>,
      ) => {
        // Answering false undoes the steps that went well, so that the next row finds the links again.
        await workspace.transaction(async (tx) => {
          await closed(`${name}: ${how}`, body(tx), isAboutLinks && isLinkItself)
          return false
        })
      }
      await change('read', false, (tx) => tx.try.read({ path: filePath }))
      await change('write', false, (tx) => tx.try.write({ path: filePath, text: INTRUDER }))
      await change('edit', false, (tx) => tx.try.edit({ path: filePath, oldText: 'the', newText: INTRUDER }))
      await change('delete', true, (tx) => tx.try.delete({ path: filePath }))
      await change('rename', true, (tx) => tx.try.rename({ from: filePath, to: 'taken.txt' }))
      await change('rename to', true, (tx) => tx.try.rename({ from: 'inside.txt', to: filePath, overwrite: true }))
      await closed(`${name}: recordRead`, workspace.recordRead(filePath))
      await closed(`${name}: recordEdit`, workspace.recordEdit(filePath))
      await closed(`${name}: checkFreshness`, workspace.checkFreshness(filePath))
      await closed(`${name}: modificationReminder`, workspace.modificationReminder(filePath))
      await closed(`${name}: watch`, workspace.watch(filePath))
    }
    expect(faults).toEqual([])
    expect(surroundings(scene)).toEqual(before)
    expect(workspace.exportSession()).not.toContain(scene.outside)
  })

  test('does not reveal which files exist outside', async () => {
    const scene = await build()
    const historyDir = join(scene.base, 'state')
    const workspace = await reopen({ root: scene.root, historyDir, durability: 'fast', readFirst: 'off' })
    for (const folder of ['../outside', scene.outside, 'folder-link', 'chain-1', 'sub/up/outside', 'dotdot/outside']) {
      // A file, a folder, and nothing: all are refused alike.
      const names = ['secret.txt', 'folder', 'missing.txt', 'missing/too.txt']
      const asked = names.map((name) => callsWith(`${folder}/${name}`))
      for (const [index, [tool, args]] of asked[0]!.entries()) {
        const answers = await Promise.all(asked.map((calls) => workspace.callTool(...calls[index]!)))
        const outcomes = answers.map(({ kind, numFiles }) => `${kind} ${numFiles}`)
        expect(new Set(outcomes).size, `${tool} ${JSON.stringify(args)}: ${outcomes.join(', ')}`).toBe(1)
      }
    }
  })

  test('does not open when the root itself is swapped for a link', async () => {
    const scene = await build()
    const historyDir = join(scene.base, 'state')
    const workspace = await reopen({ root: scene.root, historyDir, durability: 'fast', readFirst: 'off' })
    await workspace.read({ path: 'inside.txt' })
    writeFileSync(join(scene.outside, 'inside.txt'), SECRET)
    renameSync(scene.root, join(scene.base, 'moved'))
    symlinkSync(scene.outside, scene.root)
    const before = tree(scene.outside)
    for (const path of ['inside.txt', 'secret.txt', 'new.txt', join(scene.root, 'secret.txt'), '.']) {
      for (const [tool, args] of callsWith(path)) {
        const said = JSON.stringify(await workspace.callTool(tool, args))
        expect(said, `${tool} ${path}`).not.toContain(SECRET)
        expect(said, `${tool} ${path}`).not.toContain(UNNAMED)
      }
    }
    expect(tree(scene.outside)).toEqual(before)
  })
})

/** Names that look like trouble and are none. */
const NAMES = [
  '..a',
  'a..b',
  '...',
  'a...',
  'c:d',
  'C:',
  'a\\b',
  '..\\a',
  'con.txt',
  'nul.js',
  'aux-1',
  'COM10',
  'naïve-日本語.txt',
  'e\u0301.txt',
  'emoji-😀.txt',
  'with space.txt',
  ' leading',
  'trailing ',
  'new\nline.txt',
  'tab\there.txt',
  'br[ack]et.txt',
  '[a-z].txt',
  '{curly,braces}.txt',
  'star*.txt',
  'what?.txt',
  '!bang.txt',
  '#hash.txt',
  '-dash.txt',
  '--version',
  'tilde~',
  '%2e%2e',
  'a$HOME',
  '`tick`',
  'quo\'te".txt',
  '.hidden',
  'no-ending',
  '\u202eturned.txt',
]

describe('paths inside the root are not refused', () => {
  test.skipIf(!isLinux).each(NAMES)('a file and a folder named %j, by every tool', async (name) => {
    const root = realpathSync(scratch())
    const workspace = await reopen({ root, historyDir: join(scratch(), 'state'), durability: 'fast' })
    const good = async (tool: string, args: object): Promise<FileToolAnswer> => {
      const answer = await workspace.callTool(tool, args)
      expect(answer, `${tool} ${JSON.stringify(args)}`).toMatchObject({ result: true })
      return answer
    }
    for (const path of [name, `folder/${name}`, `${name}-folder/${name}`, join(root, 'absolute', name)]) {
      await good('Write', { file_path: path, content: 'one\ntwo\n' })
      expect((await good('Read', { file_path: path })).assistant).toContain('two')
      await good('Edit', { file_path: path, old_string: 'one', new_string: '1' })
      await good('MultiEdit', { file_path: path, edits: [{ old_string: 'two', new_string: 'needle' }] })
      await good('Write', { file_path: path, content: '2\nneedle\n' })
      expect(readFileSync(path.startsWith('/') ? path : join(root, path), 'utf8')).toBe('2\nneedle\n')
      expect(await good('Grep', { pattern: 'needle', path })).toMatchObject({ numFiles: 1 })
    }
    const all = [name, `folder/${name}`, `${name}-folder/${name}`, `absolute/${name}`]
    const globbed = await good('Glob', { pattern: '**/*', hidden: true })
    expect([...(globbed.filenames as string[])].sort()).toEqual([...all].sort())
    const grepped = await good('Grep', { pattern: 'needle', hidden: true })
    expect([...(grepped.filenames as string[])].sort()).toEqual([...all].sort())
    const literally = await good('Glob', { pattern: `folder/${name}`, hidden: true })
    expect(literally.filenames, 'the name as a pattern').toContain(`folder/${name}`)
    expect(await good('Glob', { pattern: '*', path: `${name}-folder`, hidden: true })).toMatchObject({ numFiles: 1 })
    const listed = await good('LS', { path: `${name}-folder` })
    if (!name.startsWith('.')) expect(listed.numEntries).toBe(1)

    const book = `folder/${name}.ipynb`
    writeFileSync(join(root, book), notebook('old'))
    await good('Read', { file_path: book })
    await good('NotebookEdit', { notebook_path: book, cell_number: 0, new_source: 'new' })
    expect(readFileSync(join(root, book), 'utf8')).toContain('new')
  })

  test.skipIf(!isLinux)('a root by a link, with a slash, with dots; and links that stay inside', async () => {
    const base = realpathSync(scratch())
    const real = join(base, 'real')
    put(real, { 'sub/a.txt': 'one\n', 'sub/b.ipynb': notebook('old') })
    symlinkSync('real', join(base, 'link'))
    symlinkSync(base, join(base, 'above'))
    symlinkSync('sub', join(real, 'folder-link'))
    symlinkSync('sub/a.txt', join(real, 'file-link'))
    symlinkSync('../folder-link/a.txt', join(real, 'sub', 'back'))
    symlinkSync(join(real, 'sub', 'a.txt'), join(real, 'absolute-link'))
    symlinkSync('file-link', join(real, 'chain'))
    symlinkSync('.', join(real, 'here'))
    const spellings = [
      real,
      `${real}/`,
      `${real}//`,
      join(base, 'link'),
      `${join(base, 'link')}/`,
      `${base}/above/real`,
      `${base}/above/link/.`,
      `${real}/sub/..`,
      `${base}/real/../link`,
    ]
    for (const root of spellings) {
      const workspace = await reopen({ root, historyDir: join(base, 'state'), durability: 'fast' })
      const good = async (tool: string, args: object): Promise<FileToolAnswer> => {
        const answer = await workspace.callTool(tool, args)
        expect(answer, `${root}: ${tool} ${JSON.stringify(args)}`).toMatchObject({ result: true })
        return answer
      }
      const paths = [
        'sub/a.txt',
        './sub//a.txt',
        'sub/../sub/a.txt',
        'folder-link/a.txt',
        'file-link',
        'sub/back',
        'absolute-link',
        'chain',
        'here/here/sub/a.txt',
        `${real}/sub/a.txt`,
        `${base}/link/sub/a.txt`,
        `${base}/link/folder-link/a.txt`,
        `${root.replace(/\/+$/, '')}/sub/a.txt`,
      ]
      await good('Read', { file_path: 'sub/a.txt' })
      for (const path of paths) {
        await good('Edit', { file_path: path, old_string: 'one', new_string: 'two' })
        expect(readFileSync(join(real, 'sub/a.txt'), 'utf8'), path).toBe('two\n')
        await good('MultiEdit', { file_path: path, edits: [{ old_string: 'two', new_string: 'three' }] })
        await good('Write', { file_path: path, content: 'one\n' })
        await good('Read', { file_path: path })
        expect(await good('Grep', { pattern: 'one', path }), path).toMatchObject({ numFiles: 1 })
      }
      for (const path of ['.', 'sub', 'folder-link', 'here', 'here/folder-link/', real, join(base, 'link'), root]) {
        await good('LS', { path })
        const globbed = await good('Glob', { pattern: '**/a.txt', path })
        expect(globbed.filenames, `${root}: ${path}`).toEqual([expect.stringContaining('a.txt')])
        const grepped = await good('Grep', { pattern: 'one', path, include: 'a.txt' })
        expect(grepped.filenames, `${root}: ${path}`).toEqual([expect.stringContaining('a.txt')])
      }
      await good('Read', { file_path: 'folder-link/b.ipynb' })
      await good('NotebookEdit', { notebook_path: 'sub/b.ipynb', cell_number: 0, new_source: root })
    }
    expect(spawnSync('readlink', [join(real, 'file-link')], { encoding: 'utf8' }).stdout.trim()).toBe('sub/a.txt')
  })
})
