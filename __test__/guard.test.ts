// Undo for commands: what a shell did is one commit, and undo puts all of it back, compared by a walk of its own.
import { spawn, spawnSync } from 'node:child_process'
import {
  type BigIntStats,
  chmodSync,
  existsSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { Workspace } from 'scenewright'
import type { GuardResult } from '../index.js'
import { has, RECIPES } from './guard-recipes.js'
import {
  atEnd,
  eventually,
  makeSocket,
  openProject,
  PROGRAM,
  projectOf,
  scenewright,
  scratch,
  seededRandom,
  sleep,
} from './support.js'
import { open, reopen } from './workspace-support.js'

const onUnix = describe.skipIf(process.platform === 'win32')

/** The files of the tree; docs/maintaining.md has the run with 20,000. */
const FILES = Number(process.env['SCENEWRIGHT_GUARD_FILES'] ?? 60)
const QUIET = { stdio: 'ignore' } as const
/** Runs the recipes in an overlay. */
const OVERLAY = process.env['SCENEWRIGHT_GUARD_OVERLAY'] === '1'

/** Everything in a folder: kind, mode, time, bytes or target, and which names are one file. Names are bytes. */
function walk(root: string): Map<string, string> {
  const seen = new Map<string, string>()
  const first = new Map<string, string>()
  const visit = (way: Buffer): void => {
    const path = way.length === 0 ? Buffer.from(root) : Buffer.concat([Buffer.from(`${root}/`), way])
    const stat = lstatSync(path, { bigint: true })
    const facts = [(stat.mode & 0o177777n).toString(8), stat.uid, stat.gid, stat.mtimeNs].join(' ')
    const name = way.toString('latin1')
    if (stat.isSymbolicLink()) seen.set(name, `${facts} -> ${readlinkSync(path, 'buffer').toString('latin1')}`)
    else if (stat.isFile()) {
      const key = `${stat.dev} ${stat.ino}`
      if (stat.nlink > 1n && !first.has(key)) first.set(key, name)
      const holes = stat.blocks * 512n < stat.size ? ' holes' : ''
      seen.set(name, `${facts} ${first.get(key) ?? ''}${holes} ${bytesAt(path, stat)}`)
    } else seen.set(name, facts)
    if (!stat.isDirectory()) return
    for (const entry of readdirSync(path, { encoding: 'buffer' }).sort(Buffer.compare)) {
      visit(way.length === 0 ? entry : Buffer.concat([way, Buffer.from('/'), entry]))
    }
  }
  visit(Buffer.alloc(0))
  return seen
}

/** Contents of files by inode, size and change time, as the walks have read them. */
const CONTENTS = new Map<string, string>()

/** The age, in nanoseconds, from which a change time stands for the contents: a later change cannot have the same one. */
const SETTLED_NS = 100_000_000n

/** The contents of a file; a file without permissions has none for users other than the superuser. */
function bytesAt(path: Buffer, stat: BigIntStats): string {
  if ((stat.mode & 0o400n) === 0n) return 'unreadable'
  // No program sets a change time, so a file that was read after it settled needs no second read: of 650 walks over twelve
  // megabytes this is most of the work.
  const key = `${stat.dev} ${stat.ino} ${stat.size} ${stat.ctimeNs}`
  const known = CONTENTS.get(key)
  if (known !== undefined) return known
  const isSettled = BigInt(Date.now()) * 1_000_000n - stat.ctimeNs > SETTLED_NS
  const bytes = readFileSync(path)
  const shown = bytes.length < 200 ? bytes.toString('latin1') : createHash('sha256').update(bytes).digest('hex')
  if (isSettled) CONTENTS.set(key, shown)
  return shown
}

/** The names at which two walks differ, with what each has: short, for a message. */
function differences(left: Map<string, string>, right: Map<string, string>): string[] {
  const names = new Set([...left.keys(), ...right.keys()])
  return [...names]
    .filter((name) => left.get(name) !== right.get(name))
    .map((name) => `${name}: ${left.get(name)?.slice(0, 120)} / ${right.get(name)?.slice(0, 120)}`)
}

function fill(root: string): void {
  const write = (name: string, content: string | Buffer): void => {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  for (let number = 1; number <= FILES; number += 1) {
    const name = number <= 30 ? `src/file${number}.ts` : `src/part${number % 17}/deep${number % 5}/file${number}.ts`
    write(name, `export const value = ${number}\n`.repeat((number % 90) + 1))
    utimesSync(join(root, name), 1_600_000_000, 1_600_000_000 + number)
  }
  for (const name of ['empty', 'nested/a/b', 'links', 'hard', 'locked'])
    mkdirSync(join(root, name), { recursive: true })
  write('note.txt', 'note\n')
  write('with space', 'space')
  write('docs/a.md', '# a\n')
  write('docs/b.md', '# b\n')
  write('locked/kept', 'kept')
  write('hard/one', 'one file, two names\n')
  linkSync(join(root, 'hard/one'), join(root, 'hard/two'))
  symlinkSync('../note.txt', join(root, 'links/to-note'))
  symlinkSync('../docs', join(root, 'links/to-folder'))
  write('data/medium.bin', Buffer.alloc(50_000, 'medium'))
  const random = seededRandom(36)
  write('data/large.bin', Buffer.from(Uint8Array.from({ length: 4_400_000 }, () => random() * 256)))
  const sparse = openSync(join(root, 'data/sparse.bin'), 'w')
  ftruncateSync(sparse, 8_000_000)
  writeSync(sparse, 'x', 5_000_000)
  write(
    'node_modules/.bin/format',
    'for (const f of process.argv.slice(2)) { const s = require("fs"); s.writeFileSync(f, s.readFileSync(f, "utf8").replaceAll(" = ", "=")) }\n',
  )
  chmodSync(join(root, 'locked'), 0o555)
  writeFileSync(Buffer.concat([Buffer.from(`${root}/old`), Buffer.from([0xff])]), 'no UTF-8')
  if (!has('git')) return
  const git = (...args: string[]): void => {
    const run = spawnSync('git', args, { cwd: root, encoding: 'utf8', env: GIT })
    if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
  }
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Tester')
  git('config', 'user.email', 'tester@example.com')
  git('config', 'gc.auto', '0')
  git('add', 'src', 'docs', 'note.txt')
  git('commit', '-qm', 'first')
  git('checkout', '-qb', 'other')
  write('src/on-other.ts', 'other\n')
  write('note.txt', 'other note\n')
  git('add', '-A', 'src', 'note.txt')
  git('commit', '-qm', 'other')
  git('checkout', '-q', 'main')
}

/** No configuration of this machine. */
const GIT = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }

function committed<Value>(result: GuardResult<Value>) {
  if (result.status !== 'committed') throw new Error(`${result.status}: ${JSON.stringify(result)}`)
  return result
}

onUnix('a guarded command', () => {
  test('is undone and made again to the byte, whatever it does', { timeout: 3_600_000 }, async () => {
    const bench = await open({}, { durability: 'fast' })
    fill(bench.root)
    atEnd(() => void spawnSync('chmod', ['-R', 'u+rwx', bench.root]))
    const problems: string[] = []
    let tried = 0
    for (const { name, line, needs } of RECIPES) {
      if (!needs.every(has)) continue
      tried += 1
      const before = walk(bench.root)
      const result = await bench.workspace.guard(line, { ...QUIET, env: GIT, cwd: bench.root, overlay: OVERLAY })
      const after = walk(bench.root)
      if (result.status === 'unchanged') {
        const left = differences(before, after).filter((difference) => !/^[^:]*: 4/.test(difference))
        if (left.length > 0) problems.push(`${name}: changed and not noticed: ${left.slice(0, 3).join('; ')}`)
        continue
      }
      if (result.status !== 'committed') {
        problems.push(`${name}: ${result.status}`)
        continue
      }
      const id = result.commitId
      for (const [step, wanted] of [
        ['undo', before],
        ['redo', after],
        ['undo', before],
      ] as const) {
        const done = await bench.workspace[step]({ commitId: id })
        if (done.status !== 'committed') problems.push(`${name}: ${step} ${done.status} ${done.error.message}`)
        else if (done.warnings.length > 0)
          problems.push(`${name}: ${step} warned ${done.warnings.map(({ message }) => message).join('; ')}`)
        const left = differences(wanted, walk(bench.root))
        if (left.length > 0) problems.push(`${name}: after ${step}: ${left.length}, ${left.slice(0, 3).join('; ')}`)
      }
    }
    expect(problems).toEqual([])
    expect(tried).toBeGreaterThan(120)
  })

  test.for([
    ['two files of one name that moved', 'mkdir a b; echo 1 > a/f; echo 2 > b/f', 'mv a x; mv b y'],
    ['a folder with files of one name', 'mkdir -p a/s; echo 1 > a/f; echo 2 > a/s/f', 'mv a b'],
    ['a name of a file with two', 'echo 1 > a; ln a b; echo x > c', 'mv b c'],
    ['a name whose file got another time', 'echo 1 > a; ln a d', 'touch -d 2001-01-01 a; mv d e; ln -s x d'],
  ] as const)('undo and redo keep the files apart: %s', async ([, setup, command]) => {
    const { workspace, root } = await open({})
    spawnSync('sh', ['-c', setup], { cwd: root })
    const before = walk(root)
    const { commitId } = committed(await workspace.guard(command, { ...QUIET, cwd: root }))
    const after = walk(root)
    expect(await workspace.undo({ commitId })).toMatchObject({ status: 'committed', warnings: [] })
    expect(walk(root)).toEqual(before)
    expect(await workspace.redo({ commitId })).toMatchObject({ status: 'committed', warnings: [] })
    expect(walk(root)).toEqual(after)
  })

  test.for([
    ['is ignored no more', 'echo nm/ > .gitignore', 'echo > .gitignore', ['nm/f']],
    ['was renamed', 'echo nm/ > .gitignore', 'mv nm other', ['other/f']],
  ] as const)('undo leaves what is in a folder that %s', async ([, setup, command, left]) => {
    const { workspace, root } = await open({})
    spawnSync('sh', ['-c', `mkdir .git nm; echo 1 > nm/f; ${setup}`], { cwd: root })
    const result = await workspace.guard(`echo x > made; ${command}`, { ...QUIET, cwd: root })
    const { commitId, files } = committed(result)
    expect(files.map(({ path }) => path).filter((path) => path.endsWith('/f'))).toEqual([])
    expect(await workspace.undo({ commitId })).toMatchObject({ status: 'committed' })
    expect(left.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect([readFileSync(join(root, left[0]), 'utf8'), existsSync(join(root, 'made'))]).toEqual(['1\n', false])
  })

  test('undo of one file makes its folder again, and names who removed the folder later', async () => {
    const { workspace, root, text } = await open({ 'd/a': '1\n', 'd/b': '2\n' })
    const whole = committed(await workspace.guard('rm -rf d', { ...QUIET, cwd: root }))
    expect(await workspace.undo({ commitId: whole.commitId, path: 'd/a' })).toMatchObject({ status: 'committed' })
    expect([text('d/a'), existsSync(join(root, 'd/b'))]).toEqual(['1\n', false])
    const first = committed(await workspace.guard('rm d/a', { ...QUIET, cwd: root }))
    const second = committed(await workspace.guard('rm -rf d', { ...QUIET, cwd: root }))
    const refused = await workspace.undo({ commitId: first.commitId })
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'conflict', path: 'd' } })
    if (refused.status === 'refused') expect(refused.error.message).toContain(second.commitId)
    expect(await workspace.undo({ commitId: first.commitId, force: true })).toMatchObject({ status: 'committed' })
    expect(text('d/a')).toBe('1\n')
  })

  test('a forced undo makes a folder again in the place of a file, which redo brings back', async () => {
    const { workspace, root, text } = await open({ 'd/in/a': '1\n' })
    const first = committed(await workspace.guard('rm d/in/a', { ...QUIET, cwd: root }))
    committed(await workspace.guard('rm -rf d; echo x > d', { ...QUIET, cwd: root }))
    const refused = await workspace.undo({ commitId: first.commitId })
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'conflict', path: 'd' } })
    expect(await workspace.undo({ commitId: first.commitId, force: true })).toMatchObject({ status: 'committed' })
    expect(text('d/in/a')).toBe('1\n')
    expect(await workspace.redo({ commitId: first.commitId })).toMatchObject({ status: 'committed' })
    expect(text('d')).toBe('x\n')
  })

  test('undo of a tool is a conflict where a command put a folder in the place of its file', async () => {
    const { workspace, root } = await open({})
    const written = await workspace.write({ path: 'a.txt', text: '1\n' })
    committed(await workspace.guard('rm a.txt; mkdir a.txt', { ...QUIET, cwd: root }))
    if (written.status !== 'committed') throw new Error(written.status)
    const refused = await workspace.undo({ commitId: written.commitId })
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'conflict', path: 'a.txt' } })
    expect(existsSync(join(root, 'a.txt'))).toBe(true)
  })

  test('undo --to makes again what was undone since', async () => {
    const { workspace, root, text } = await open({ 'a.txt': '1\n' })
    const first = committed(await workspace.guard('echo 2 > a.txt', { ...QUIET, cwd: root }))
    committed(await workspace.guard('echo b > b.txt', { ...QUIET, cwd: root }))
    expect(await workspace.undo({ commitId: first.commitId })).toMatchObject({ status: 'committed' })
    expect(text('a.txt')).toBe('1\n')
    expect(await workspace.undo({ to: first.commitId })).toMatchObject({ status: 'committed' })
    expect([text('a.txt'), existsSync(join(root, 'b.txt'))]).toEqual(['2\n', false])
  })

  test('a change since is ascribed to the undo that made it', async () => {
    const { workspace, root } = await open({ 'a.txt': '1\n' })
    committed(await workspace.guard('echo 2 > a.txt', { ...QUIET, cwd: root }))
    const second = committed(await workspace.guard('echo 3 > a.txt', { ...QUIET, cwd: root }))
    await workspace.undo()
    const undone = await workspace.undo()
    const refused = await workspace.redo({ commitId: second.commitId })
    if (refused.status !== 'refused' || undone.status !== 'committed') throw new Error(refused.status)
    expect(refused.error.message).toContain(undone.commitId)
  })

  test('a mode that a command sets on a file that a tool wrote is its change', async () => {
    const { workspace, root } = await open({})
    const result = committed(
      await workspace.guard(async () => {
        await workspace.transaction(async (tx) => void (await tx.write({ path: 'a.txt', text: '1\n' })))
        chmodSync(join(root, 'a.txt'), 0o600)
      }),
    )
    expect(result.files).toEqual([{ path: 'a.txt', change: 'created' }])
    expect(result.otherCommitIds).toHaveLength(1)
  })

  test('contents that the store has lost are kept again, and a guard that does not fit forgets nothing', async () => {
    const { workspace, root, text, historyDir } = await open({ 'a.txt': '1\n', 'b.txt': '2\n' })
    committed(await workspace.guard('echo x > c.txt', { ...QUIET, cwd: root }))
    const refused = await workspace.guard('true', { ...QUIET, cwd: root, maxBytes: 1 })
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'too_large' } })
    expect(await workspace.undo()).toMatchObject({ status: 'committed' })
    const [key = ''] = readdirSync(historyDir).filter((name) => existsSync(join(historyDir, name, 'guard')))
    rmSync(join(historyDir, key, 'guard', 'store'), { recursive: true })
    const other = await reopen({ root, historyDir })
    const { commitId, warnings } = committed(await other.guard('rm a.txt', { ...QUIET, cwd: root }))
    expect(warnings.map(({ message }) => message).join()).toContain('Files of the store of old contents are gone')
    expect(await other.undo({ commitId })).toMatchObject({ status: 'committed' })
    expect(text('a.txt')).toBe('1\n')
  })

  test('whose end fails is committed by the next call, in the same process too', async () => {
    const { workspace, root, text, historyDir } = await open({ 'a.txt': '1\n' })
    committed(await workspace.guard('echo 2 > a.txt', { ...QUIET, cwd: root }))
    const [key = ''] = readdirSync(historyDir).filter((name) => existsSync(join(historyDir, name, 'guard')))
    const store = join(historyDir, key, 'guard', 'store')
    // As on a full disk: the contents cannot be kept.
    const failing = `mv '${store}' '${store}.away' && echo > '${store}' && seq 1000 > a.txt && echo x > made`
    expect(await workspace.guard(failing, { ...QUIET, cwd: root })).toMatchObject({
      status: 'refused',
      error: { code: 'io', message: expect.stringContaining('the next guard, undo or history makes one of it') },
    })
    rmSync(store)
    renameSync(`${store}.away`, store)
    const { commitId, warnings } = committed(await workspace.guard('echo y > later', { ...QUIET, cwd: root }))
    expect(warnings.map(({ message }) => message).join()).toContain('was interrupted. The changes since it began are')
    expect(await workspace.undo({ commitId })).toMatchObject({ status: 'committed' })
    expect(await workspace.undo()).toMatchObject({ status: 'committed' })
    expect([text('a.txt'), readdirSync(root)]).toEqual(['2\n', ['a.txt']])
  })

  test('an adopt without a name ends no guard', async () => {
    const { workspace, root } = await open({ 'a.txt': '1\n' })
    let adopted: unknown
    const result = committed(
      await workspace.guard(async () => {
        writeFileSync(join(root, 'a.txt'), '2\n')
        adopted = await workspace.adopt()
        writeFileSync(join(root, 'b.txt'), '2\n')
      }),
    )
    expect(adopted).toMatchObject({ status: 'refused', error: { code: 'not_found' } })
    expect(result.files.map(({ path }) => path)).toEqual(['a.txt', 'b.txt'])
  })

  test('is one entry of the history, with its files, lines and diff', async () => {
    // Lines that look like the names at the top of a diff.
    const { workspace, root } = await open({ 'a.txt': 'one\n-- two\n', 'b.txt': 'gone\n' })
    const command = "sed -i 's/-- two/++i/' a.txt; rm b.txt; exit 3"
    const result = committed(await workspace.guard(command, { ...QUIET, cwd: root }))
    expect(result).toMatchObject({ value: { exitCode: 3 }, addedLines: 1, removedLines: 2 })
    expect(result.files).toEqual([
      { path: 'a.txt', change: 'updated' },
      { path: 'b.txt', change: 'deleted' },
    ])
    const history = await workspace.history()
    expect(history).toMatchObject({ status: 'ok', total: 1 })
    if (history.status !== 'ok') return
    expect(history.rows[0]).toMatchObject({
      tool: 'guard',
      message: command,
      files: result.files,
      command: { exitCode: 3, addedLines: 1, removedLines: 2 },
    })
    const one = await workspace.history({ commitId: result.commitId })
    if (one.status !== 'ok') throw new Error(one.error.message)
    expect(one.rows[0]?.diff).toContain('--- two\n+++i\n')
    expect(one.rows[0]?.diff).toContain('deleted file mode 100644')
  })

  test('shows in its diff what became of modes, and of a file that became a link', async () => {
    const { workspace, root } = await open({ 'a.sh': 'one\n', 'b.sh': 'b\n', 'c.txt': 'old\n', 'd.txt': 'd\n' })
    for (const name of ['a.sh', 'b.sh', 'c.txt', 'd.txt']) chmodSync(join(root, name), 0o644)
    const line = 'echo two > a.sh; chmod 755 a.sh b.sh; ln -sf d.txt c.txt; echo e >> d.txt; chmod 600 d.txt'
    const result = committed(await workspace.guard(line, { ...QUIET, cwd: root }))
    const one = await workspace.history({ commitId: result.commitId })
    if (one.status !== 'ok') throw new Error(one.error.message)
    const diff = one.rows[0]?.diff ?? ''
    expect(diff).toContain('diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode 100755\n--- a/a.sh\n+++ b/a.sh\n')
    expect(diff).toContain('diff --git a/b.sh b/b.sh\nold mode 100644\nnew mode 100755\n')
    expect(diff).toMatch(/deleted file mode 100644\n--- a\/c\.txt\n.*\n.*\n-old\n.*\nnew file mode 120000\n/)
    expect(diff).toContain('+e\nd.txt: file, mode 644 -> file, mode 600\n')
    // Git makes the same of the files as they were.
    const before = scratch()
    for (const [name, text] of Object.entries({ 'a.sh': 'one\n', 'b.sh': 'b\n', 'c.txt': 'old\n', 'd.txt': 'd\n' })) {
      writeFileSync(join(before, name), text, { mode: 0o644 })
    }
    const applied = spawnSync('git', ['apply', '-'], { cwd: before, input: diff, encoding: 'utf8' })
    expect(applied.stderr).toBe('')
    expect(readFileSync(join(before, 'a.sh'), 'utf8')).toBe('two\n')
    expect(lstatSync(join(before, 'b.sh')).mode & 0o111).toBe(0o111)
    expect(readlinkSync(join(before, 'c.txt'))).toBe('d.txt')
  })

  test('commits that the folder itself was removed, and puts all of it back', async () => {
    const env = { SCENEWRIGHT_STATE_DIR: join(scratch(), 'state') }
    const root = join(scratch(), 'root')
    mkdirSync(join(root, 'sub'), { recursive: true })
    writeFileSync(join(root, 'sub', 'a.txt'), 'a\n')
    chmodSync(root, 0o711)
    // The folder itself is a new one.
    const inside = () => [...walk(root)].filter(([name]) => name !== '')
    const mode = () => lstatSync(root).mode & 0o7777
    const before = inside()
    const removed = scenewright(['guard', root, '--', 'rm', '-rf', root], env)
    expect({ status: removed.status, stderr: removed.stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('the folder is gone: mkdir'),
    })
    expect(existsSync(root)).toBe(false)
    mkdirSync(root)
    expect(scenewright(['undo', '--root', root], env).status).toBe(0)
    expect({ inside: inside(), mode: mode() }).toEqual({ inside: before, mode: 0o711 })
    expect(scenewright(['redo', '--root', root], env).status).toBe(0)
    expect(inside()).toEqual([])
    chmodSync(root, 0o700)
    expect(scenewright(['undo', '--root', root], env).status).toBe(0)
    expect({ inside: inside(), mode: mode() }).toEqual({ inside: before, mode: 0o711 })
    const checked = scenewright(['guard', root, '--check', 'exit 1', '--', 'rm', '-rf', root], env)
    expect(checked.status).toBe(1)
    expect({ inside: inside(), mode: mode() }).toEqual({ inside: before, mode: 0o711 })
  })

  test('covers what the command itself makes git ignore', async () => {
    const { workspace, root } = await open({ 'src/a.txt': 'a\n', 'lib/b.txt': 'b\n', '.gitignore': 'target/\n' })
    const before = walk(root)
    const commands = [
      'echo src/ >> .gitignore; echo more >> src/a.txt; rm lib/b.txt',
      'mv src target; echo more >> target/a.txt; mkdir target/deep; echo new > target/deep/c.txt',
    ]
    for (const command of commands) {
      const result = await workspace.guard(command, { ...QUIET, cwd: root })
      expect(result).toMatchObject({ status: 'committed', ignored: [] })
      const after = walk(root)
      await workspace.undo({})
      expect(walk(root), command).toEqual(before)
      await workspace.redo({})
      expect(walk(root), command).toEqual(after)
      await workspace.undo({})
    }
    // Between two commands, the rules decide again.
    writeFileSync(join(root, '.gitignore'), 'target/\nsrc/\n')
    const later = await workspace.guard('echo unseen >> src/a.txt', { ...QUIET, cwd: root })
    expect(later).toMatchObject({ status: 'unchanged', ignored: ['src'] })
  })

  test('reverts unless its check passes, and can be made again', async () => {
    const { workspace, root, text } = await open({ 'a.txt': 'old\n' })
    const failed = await workspace.guard('echo new > a.txt; echo x > b.txt', { ...QUIET, cwd: root, check: 'exit 7' })
    expect(failed).toMatchObject({ status: 'reverted', error: { code: 'verify_failed' } })
    expect(text('a.txt')).toBe('old\n')
    expect(existsSync(join(root, 'b.txt'))).toBe(false)
    if (failed.status !== 'reverted') return
    expect(await workspace.redo({ commitId: failed.commitId })).toMatchObject({ status: 'committed' })
    expect(text('a.txt')).toBe('new\n')
    const passed = await workspace.guard('echo newer > a.txt', {
      ...QUIET,
      cwd: root,
      check: () => text('a.txt') === 'newer\n',
    })
    expect(passed.status).toBe('committed')
    const thrown = new Error('no')
    await expect(
      workspace.guard(() => {
        writeFileSync(join(root, 'a.txt'), 'thrown')
        throw thrown
      }),
    ).rejects.toBe(thrown)
    expect(text('a.txt')).toBe('newer\n')
  })

  test('leaves what somebody changed since, unless forced', async () => {
    const { workspace, root, text } = await open({ 'a.txt': 'old\n', 'b.txt': 'old\n' })
    const { commitId: id } = committed(await workspace.guard('echo new | tee a.txt > b.txt', { ...QUIET, cwd: root }))
    writeFileSync(join(root, 'a.txt'), 'mine\n')
    const refused = await workspace.undo({ commitId: id })
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'conflict', path: 'a.txt' } })
    expect([text('a.txt'), text('b.txt')]).toEqual(['mine\n', 'new\n'])
    const file = await workspace.undo({ commitId: id, path: 'b.txt' })
    expect(file).toMatchObject({ status: 'committed', files: [{ path: 'b.txt' }] })
    expect(text('b.txt')).toBe('old\n')
    const forced = await workspace.undo({ commitId: id, force: true })
    expect(forced).toMatchObject({ status: 'committed', overwritten: ['a.txt'] })
    expect(text('a.txt')).toBe('old\n')
    expect(await workspace.redo({ commitId: id })).toMatchObject({ status: 'committed' })
    expect(text('a.txt')).toBe('mine\n')
  })

  test('undo --to reverses commands and edits in turn', async () => {
    const { workspace, root, text } = await open({ 'a.txt': '1\n' })
    const first = committed(await workspace.guard('echo 2 > a.txt', { ...QUIET, cwd: root }))
    await workspace.transaction(async (tx) => void (await tx.write({ path: 'a.txt', text: '3\n' })))
    committed(await workspace.guard('echo 4 > a.txt; echo x > b.txt', { ...QUIET, cwd: root }))
    const result = await workspace.undo({ to: first.commitId })
    expect(result).toMatchObject({ status: 'committed' })
    expect(text('a.txt')).toBe('2\n')
    expect(existsSync(join(root, 'b.txt'))).toBe(false)
  })

  test('does not count commits of our own tools meanwhile', async () => {
    const { workspace, root, text } = await open({ 'a.txt': '1\n', 'b.txt': '1\n' })
    const result = committed(
      await workspace.guard(async () => {
        writeFileSync(join(root, 'b.txt'), '2\n')
        await workspace.transaction(async (tx) => void (await tx.write({ path: 'a.txt', text: '2\n' })))
      }),
    )
    expect(result.files).toEqual([{ path: 'b.txt', change: 'updated' }])
    expect(result.otherCommitIds).toHaveLength(1)
    expect(await workspace.undo({ commitId: result.commitId })).toMatchObject({ status: 'committed' })
    expect([text('a.txt'), text('b.txt')]).toEqual(['2\n', '1\n'])
    expect(await workspace.undo({ commitId: result.otherCommitIds[0] })).toMatchObject({ status: 'committed' })
    expect(text('a.txt')).toBe('1\n')
  })

  test('names ignored folders, sockets and large files that it does not cover', async () => {
    const { workspace, root } = await open({
      '.gitignore': 'node_modules/\n',
      'node_modules/x/i.js': '1',
      '.env': 'A=1\n',
    })
    mkdirSync(join(root, '.git'))
    makeSocket(root, 'socket')
    await eventually('the socket', () => existsSync(join(root, 'socket')))
    const line = 'echo 2 > node_modules/x/i.js; echo big > big; head -c 3000 /dev/zero > large; rm .env'
    const result = committed(await workspace.guard(line, { ...QUIET, cwd: root, maxFileBytes: 4096 * 1 - 1100 }))
    expect(result.ignored).toEqual(['node_modules'])
    expect(result.notCovered).toEqual([
      { path: 'large', reason: 'too_large', changed: true },
      { path: 'socket', reason: 'socket', changed: false },
    ])
    // Paths that were not covered stay as they are, and are not listed as undone.
    expect(await workspace.undo({ commitId: result.commitId })).toMatchObject({
      status: 'committed',
      files: [
        { change: 'created', path: '.env' },
        { change: 'deleted', path: 'big' },
      ],
      warnings: ['large', 'node_modules'].map((name) => ({ message: `${name} is not covered and stays as it is.` })),
    })
    expect(existsSync(join(root, '.env'))).toBe(true)
    expect(existsSync(join(root, 'large'))).toBe(true)
    const whole = committed(await workspace.guard('rm -r node_modules', { ...QUIET, cwd: root, includeIgnored: true }))
    await workspace.undo({ commitId: whole.commitId })
    expect(readFileSync(join(root, 'node_modules/x/i.js'), 'utf8')).toBe('2\n')
  })

  test('a snapshot is adopted by another session, and snapshots of two commands stay apart', async () => {
    const { workspace, root, historyDir: stateDir } = await open({ 'a.txt': '1\n', 'b.txt': '1\n' })
    const first = await workspace.snapshot({ key: 'one', message: 'first' })
    expect(first).toMatchObject({ status: 'ok', fileCount: 2 })
    writeFileSync(join(root, 'a.txt'), '2\n')
    // The second begins while the first is under way: what the first did so far must not be lost.
    await workspace.snapshot({ key: 'two', message: 'second' })
    writeFileSync(join(root, 'b.txt'), '2\n')
    const other = await reopen({ root, historyDir: stateDir })
    const one = await other.adopt({ key: 'one' })
    expect(one).toMatchObject({ status: 'committed', files: [{ path: 'b.txt' }], beside: ['second'] })
    expect(await other.adopt({ key: 'two' })).toMatchObject({ status: 'unchanged' })
    expect(await other.adopt({ key: 'two' })).toMatchObject({ status: 'refused', error: { code: 'not_found' } })
    const history = await other.history()
    if (history.status !== 'ok') throw new Error(history.error.message)
    expect(history.rows.map(({ message }) => message)).toEqual(['first', 'first (until the next command began)'])
    await other.undo()
    await other.undo()
    expect(['a.txt', 'b.txt'].map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(['1\n', '1\n'])
  })

  test('a wrong option is refused by its own name', async () => {
    const { workspace } = await open({})
    const refusal = (message: RegExp) => ({ status: 'refused', error: { message: expect.stringMatching(message) } })
    expect(await workspace.guard('true', { ...QUIET, maxFileBytes: 0 })).toMatchObject(
      refusal(/^Workspace\.guard: maxFileBytes must be a whole number/),
    )
    expect(await workspace.snapshot({ maxBytes: 0 })).toMatchObject(
      refusal(/^snapshot: maxBytes must be a whole number/),
    )
    expect(await workspace.adopt({ exitCode: -1 })).toMatchObject(refusal(/^adopt: exitCode must be a whole number/))
  })

  test('is no commit of a project in the folder, whose undo refuses its id and passes it by', async () => {
    const root = projectOf({ main: "drawRect('a', 0, 0, 5, 5)\n" })
    const project = await openProject(root)
    expect(await project.edit({ file: 'main', oldText: '5, 5', newText: '6, 6' })).toMatchObject({
      status: 'committed',
    })
    const workspace = await Workspace.open({ root })
    const guarded = committed(await workspace.guard(() => writeFileSync(join(root, 'notes.txt'), 'x')))
    expect(await project.undo({ commitId: guarded.commitId })).toMatchObject({
      status: 'refused',
      error: { message: expect.stringContaining('is a commit of the folder, not of the project') },
    })
    expect(await project.undo()).toMatchObject({ status: 'committed' })
    expect(readFileSync(join(root, 'scene.code.js'), 'utf8')).toBe("drawRect('a', 0, 0, 5, 5)\n")
    expect(existsSync(join(root, 'notes.txt'))).toBe(true)
    await workspace.close()
  })

  test('a second one at the same time is refused', async () => {
    const { workspace, root } = await open({ 'a.txt': '1\n' })
    const out = scratch()
    const command = `touch '${out}/ready'; while [ ! -e '${out}/go' ]; do sleep 0.02; done; echo 2 > a.txt`
    const first = workspace.guard(command, { ...QUIET, cwd: root })
    await eventually('the command', () => existsSync(join(out, 'ready')))
    expect(await workspace.guard('true', QUIET)).toMatchObject({ status: 'refused', error: { code: 'conflict' } })
    writeFileSync(join(out, 'go'), '')
    expect(await first).toMatchObject({ status: 'committed' })
  })
})

describe.runIf(process.platform === 'linux')('a guard in an overlay', () => {
  const LINE = [
    'echo new > a.txt',
    'chmod 755 b.txt',
    'rm -r gone',
    'mkdir -p made/in && echo x > made/in/x',
    'mv old renamed',
    'rm -r again && mkdir again && echo y > again/y',
    'echo 2 > node_modules/x/i.js',
    'ln -s a.txt link',
    'ln b.txt hard',
    'rm file && mkdir file && echo z > file/z',
    'head -c 3000 /dev/zero > large',
  ].join(' && ')
  const files = {
    '.gitignore': 'node_modules/\n',
    'a.txt': 'old\n',
    'b.txt': 'b\n',
    'gone/x': '1',
    'old/in/y': '1',
    'again/x': '1',
    file: '1',
    'node_modules/x/i.js': '1\n',
    'node_modules/x/kept.js': '1\n',
  }
  const withoutTimes = (seen: Map<string, string>): Map<string, string> =>
    new Map([...seen].map(([name, facts]) => [name, facts.replace(/\d{16,}/, '')]))

  async function opened(context: { skip(reason: string): void }) {
    const bench = await open(files)
    mkdirSync(join(bench.root, '.git'))
    const tried = await bench.workspace.guard('true', { ...QUIET, cwd: bench.root, overlay: true })
    if (tried.status === 'refused') {
      expect(tried.error.message).toMatch(/^Could not run the command in an overlay: .*Nothing was run\.$/)
      context.skip(tried.error.message)
    }
    expect(tried).toMatchObject({ status: 'unchanged', value: { exitCode: 0 } })
    return bench
  }

  test('changes nothing before the command has ended, then what the command alone would have changed', async (context) => {
    const { workspace, root } = await opened(context)
    const twin = await open(files)
    mkdirSync(join(twin.root, '.git'))
    const out = scratch()
    const before = walk(root)
    const waiting = `${LINE}; test -e made/in/x && touch '${out}/ready'; while [ ! -e '${out}/go' ]; do sleep 0.02; done; exit 3`
    const running = workspace.guard(waiting, { ...QUIET, cwd: root, overlay: true, maxFileBytes: 2000 })
    await eventually('the command', () => existsSync(join(out, 'ready')))
    expect(differences(before, walk(root))).toEqual([])
    writeFileSync(join(out, 'go'), '')
    const result = committed(await running)
    expect(result).toMatchObject({ value: { exitCode: 3 }, ignored: [], warnings: [] })
    committed(await twin.workspace.guard(LINE, { ...QUIET, cwd: twin.root }))
    const after = walk(root)
    expect(differences(withoutTimes(walk(twin.root)), withoutTimes(after))).toEqual([])
    const history = await workspace.history({ commitId: result.commitId })
    expect(history).toMatchObject({ rows: [{ tool: 'guard', command: { exitCode: 3 } }] })
    expect(await workspace.undo()).toMatchObject({ status: 'committed', warnings: [] })
    expect(differences(before, walk(root))).toEqual([])
    expect(await workspace.redo()).toMatchObject({ status: 'committed', warnings: [] })
    expect(differences(after, walk(root))).toEqual([])
  })

  test('undone, makes the names of a file one file again', async (context) => {
    const { workspace, root } = await opened(context)
    linkSync(join(root, 'a.txt'), join(root, 'second'))
    const before = walk(root)
    for (const line of ['cp a.txt t && mv t a.txt', 'chmod 600 second', 'echo more >> a.txt', 'rm second']) {
      committed(await workspace.guard(line, { ...QUIET, cwd: root, overlay: true }))
      expect(await workspace.undo(), line).toMatchObject({ status: 'committed', warnings: [] })
      expect(differences(before, walk(root)), line).toEqual([])
    }
  })

  test('writes nothing where its check fails, or where somebody changed the same file meanwhile', async (context) => {
    const { workspace, root, text, historyDir } = await opened(context)
    const before = walk(root)
    const checked = await workspace.guard(LINE, { ...QUIET, cwd: root, overlay: true, check: 'test -e made/none' })
    expect(checked).toMatchObject({ status: 'reverted', error: { code: 'verify_failed' } })
    expect(differences(before, walk(root))).toEqual([])
    expect(await workspace.guard(LINE, { ...QUIET, cwd: root, overlay: true, check: 'test -e made/in' })).toMatchObject(
      {
        status: 'committed',
      },
    )
    const out = scratch()
    const waiting = `echo theirs > a.txt; echo x > x; touch '${out}/ready'; while [ ! -e '${out}/go' ]; do sleep 0.02; done`
    const running = workspace.guard(waiting, { ...QUIET, cwd: root, overlay: true })
    await eventually('the command', () => existsSync(join(out, 'ready')))
    writeFileSync(join(root, 'a.txt'), 'mine\n')
    writeFileSync(join(root, 'other.txt'), 'mine\n')
    writeFileSync(join(out, 'go'), '')
    expect(await running).toMatchObject({ status: 'refused', error: { code: 'conflict', path: 'a.txt' } })
    expect(text('a.txt')).toBe('mine\n')
    expect(existsSync(join(root, 'x'))).toBe(false)
    await expect(workspace.guard(() => 1, { overlay: true })).rejects.toThrow(/only commands run in an overlay/)
    const left = readdirSync(historyDir, { recursive: true, encoding: 'utf8' })
    expect(left.filter((name) => name.includes('overlay-') || name.includes('open-'))).toEqual([])
  })
})

onUnix('any order of commands, edits, undos and redos', () => {
  test('loses and tears nothing, compared with a model', { timeout: 600_000 }, async () => {
    const schedules = Number(process.env['SCENEWRIGHT_GUARD_SCHEDULES'] ?? 12)
    for (let seed = 1; seed <= schedules; seed += 1) {
      const random = seededRandom(seed)
      const pick = (count: number): number => Math.floor(random() * count)
      const { root, historyDir: stateDir, workspace } = await open({}, { durability: 'fast' })
      const second = await reopen({ root, historyDir: stateDir, durability: 'fast' })
      // Folders that a commit made would stay where later files are in them.
      for (const name of ['d0', 'd1']) mkdirSync(join(root, name))
      /** The contents of each file; a commit is its changes, from and to. */
      const files = new Map<string, string>()
      type Change = { readonly from: string | undefined; readonly to: string | undefined }
      const commits: { readonly id: string; undone: boolean; readonly changes: Map<string, Change> }[] = []
      const names = Array.from({ length: 6 }, (_, number) => `d${number % 2}/f${number}`)
      const apply = (changes: Map<string, Change>, isBack: boolean): void => {
        for (const [name, { from, to }] of changes) {
          const text = isBack ? from : to
          if (text === undefined) files.delete(name)
          else files.set(name, text)
        }
      }
      /** Some writes and removals by another program, and what they come to. */
      const scribble = (): Map<string, Change> => {
        const before = new Map(files)
        for (let count = 1 + pick(3); count > 0; count -= 1) {
          const name = names[pick(names.length)] ?? 'd0/f0'
          if (random() < 0.3) {
            rmSync(join(root, name), { force: true })
            files.delete(name)
            continue
          }
          const text = `${seed} ${pick(1e9)}\n`
          mkdirSync(join(root, name, '..'), { recursive: true })
          writeFileSync(join(root, name), text)
          files.set(name, text)
        }
        const changed = names.filter((name) => before.get(name) !== files.get(name))
        return new Map(changed.map((name) => [name, { from: before.get(name), to: files.get(name) }]))
      }
      const record = (
        result: { readonly status: string; readonly commitId?: string | undefined },
        changes: Map<string, Change>,
      ): void => {
        if (result.status === 'committed' && changes.size > 0) {
          commits.push({ id: result.commitId ?? '', undone: false, changes })
        } else expect(result.status === 'unchanged' || changes.size === 0, `${seed}: ${result.status}`).toBe(true)
      }
      for (let step = 0; step < 25; step += 1) {
        const session = random() < 0.5 ? workspace : second
        const what = pick(6)
        if (what === 0) {
          let changes = new Map<string, Change>()
          record(await session.guard(() => void (changes = scribble())), changes)
        } else if (what === 1) {
          const taken = await session.snapshot()
          const changes = scribble()
          record(
            await (random() < 0.5 ? workspace : second).adopt(taken.status === 'ok' ? { guardId: taken.guardId } : {}),
            changes,
          )
        } else if (what === 2) {
          scribble()
        } else {
          const commit = commits[pick(commits.length)]
          if (!commit) continue
          const isBack = !commit.undone
          const states = [...commit.changes].map(([name, { from, to }]) => {
            const now = files.get(name)
            return now === (isBack ? to : from) ? 'left' : now === (isBack ? from : to) ? 'there' : 'other'
          })
          // A file that is there already is no part of the reversal, nor of what reverses that.
          if (states.includes('there')) continue
          const isClean = !states.includes('other')
          const force = random() < 0.2
          const result = await session[isBack ? 'undo' : 'redo']({ commitId: commit.id, force })
          if (!isClean && !force) {
            expect(result, `${seed}, ${step}`).toMatchObject({ status: 'refused', error: { code: 'conflict' } })
          } else if (isClean) {
            expect(result, `${seed}, ${step}`).toMatchObject({ status: 'committed', warnings: [] })
            apply(commit.changes, isBack)
            commit.undone = isBack
          } else {
            // A redo of it would bring back the present contents: the model forgets this commit.
            expect(result, `${seed}, ${step}`).toMatchObject({ status: 'committed' })
            apply(commit.changes, isBack)
            commits.splice(commits.indexOf(commit), 1)
          }
        }
        const found = names.filter((name) => existsSync(join(root, name)))
        expect(
          found.map((name) => [name, readFileSync(join(root, name), 'utf8')]),
          `${seed}, step ${step}`,
        ).toEqual(names.filter((name) => files.has(name)).map((name) => [name, files.get(name)]))
      }
    }
  })
})

onUnix('any order of tools, commands, forks, undos and redos', () => {
  test('over trees of links, modes and odd names is as in a model', { timeout: 3_600_000 }, () => {
    const [count, from] = ['SCHEDULES', 'SEED'].map((name) => process.env[`SCENEWRIGHT_UNDO_${name}`])
    const host = join(__dirname, 'hosts', 'undo-schedules.mjs')
    const run = spawnSync(process.execPath, [host, from ?? '1', count ?? '6'], { encoding: 'utf8' })
    expect([run.status, run.stderr, run.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/nothing lost, nothing torn \(.*\)\n$/),
    ])
  })
})

onUnix('the command line', () => {
  test('guards, reverts by a check, and undoes', () => {
    const [root, state] = [scratch(), scratch()]
    const env = { SCENEWRIGHT_STATE_DIR: state }
    writeFileSync(join(root, 'a.txt'), 'old\n')
    const run = scenewright(['guard', root, '--', 'sh', '-c', `echo new > '${root}/a.txt'; exit 5`], env)
    expect(run.status).toBe(5)
    expect(run.stderr).toMatch(/guard: 1 file changed \(\+1 -1 lines\)/)
    const undo = scenewright(['undo', '--root', root], env)
    expect([undo.status, readFileSync(join(root, 'a.txt'), 'utf8')]).toEqual([0, 'old\n'])
    const checked = scenewright(['guard', root, '--check', 'false', '--', `echo new > '${root}/a.txt'`], env)
    expect([checked.status, readFileSync(join(root, 'a.txt'), 'utf8')]).toEqual([1, 'old\n'])
    const listed = scenewright(['history', '--root', root], env)
    expect(listed.stdout).toMatch(/^ {2}sh -c .*echo new.*\n {2}\+1 -1 lines, exit code 5$/m)
    expect(listed.stdout).toMatch(/^ {2}undo: sh -c .*echo new/m)
    // Each command line is a process of its own, which reads the history first.
    expect(scenewright(['guard', root, '--', `echo 2 > '${root}/a.txt'`], env).status).toBe(0)
    const { stdout } = scenewright(['history', '--root', root], env)
    expect(stdout).toMatch(/^ {2}\+1 -1 lines$/m)
    expect(scenewright(['guard', root, '--', `echo 3 > '${root}/a.txt'; echo x > '${root}/b.txt'`], env).status).toBe(0)
    const back = scenewright(['undo', '--root', root, '--to', stdout.slice(0, 32)], env)
    expect([back.status, back.stderr, readFileSync(join(root, 'a.txt'), 'utf8')]).toEqual([0, '', '2\n'])
    expect(existsSync(join(root, 'b.txt'))).toBe(false)
    expect(scenewright(['undo', '--root', root], env).status).toBe(0)
    expect(scenewright(['guard', root, '--', 'no-such-program-here', 'x'], env).status).toBe(127)
    expect(scenewright(['guard', root], env).status).toBe(2)
    expect(scenewright(['guard', join(root, 'none'), '--', 'true'], env).status).toBe(125)
    const same = scenewright(['guard', root, '--check', 'false', '--', 'true'], env)
    expect([same.status, same.stderr.includes('redo')]).toEqual([1, false])
    // A guard within a guard is a part of it.
    const nested = scenewright(
      ['guard', root, '--', process.execPath, PROGRAM, 'guard', root, '--', `echo in > '${root}/in'`],
      env,
    )
    expect(nested.status).toBe(0)
    expect(scenewright(['undo', '--root', root], env).status).toBe(0)
    expect(existsSync(join(root, 'in'))).toBe(false)
    // A file as the history lists it, from whichever folder.
    expect(scenewright(['guard', root, '--', `echo x > '${root}/c'; echo x > '${root}/d'`], env).status).toBe(0)
    expect(scenewright(['undo', '--root', root, '--file', 'c'], env).status).toBe(0)
    expect([existsSync(join(root, 'c')), existsSync(join(root, 'd'))]).toEqual([false, true])
  })

  test('speaks the protocol of hooks, in at most 300 bytes', () => {
    const [root, state] = [scratch(), scratch()]
    const hook = (command: 'snapshot' | 'adopt', call: object) =>
      spawnSync(process.execPath, [PROGRAM, command, '--hook'], {
        input: JSON.stringify(call),
        encoding: 'utf8',
        env: { ...process.env, SCENEWRIGHT_STATE_DIR: state, CLAUDE_PROJECT_DIR: root },
      })
    const call = (event: string, command: string, id: string) => ({
      session_id: 's',
      cwd: root,
      hook_event_name: event,
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: id,
    })
    const names = Array.from({ length: 40 }, (_, number) => `${'name'.repeat(20)}${number}`)
    expect(hook('snapshot', call('PreToolUse', 'make files', 't1'))).toMatchObject({ status: 0, stdout: '' })
    for (const name of names) writeFileSync(join(root, name), 'x')
    const after = hook('adopt', { ...call('PostToolUse', 'make files', 't1'), tool_response: {} })
    expect(after.status).toBe(0)
    expect(Buffer.byteLength(after.stdout.trim())).toBeLessThanOrEqual(300)
    const answer: { systemMessage: string } = JSON.parse(after.stdout)
    expect(answer.systemMessage).toMatch(/^40 changed.*Undo: scenewright undo --root \. --id [0-9a-f]{32}$/)
    // A host without ids, a long command of other letters, and a call in a subfolder.
    mkdirSync(join(root, 'sub'))
    const long = {
      ...call('PreToolUse', `echo ${'привет😀'.repeat(100)}`, ''),
      tool_use_id: undefined,
      cwd: join(root, 'sub'),
    }
    expect(hook('snapshot', long)).toMatchObject({ status: 0, stdout: '', stderr: '' })
    writeFileSync(join(root, 'sub', 'x'), '1')
    expect(hook('adopt', long).stdout).toMatch(
      /1 changed \(x\)\. Undo: scenewright undo --root \.\. --id [0-9a-f]{32}"/,
    )
    expect(scenewright(['undo', '--root', root], { SCENEWRIGHT_STATE_DIR: state }).status).toBe(0)
    rmSync(join(root, 'sub'), { recursive: true })
    // Nothing changed, another tool, a call without a snapshot, and no JSON: nothing is said, and nothing stands in the way.
    hook('snapshot', call('PreToolUse', 'true', 't2'))
    expect(hook('adopt', call('PostToolUse', 'true', 't2'))).toMatchObject({ status: 0, stdout: '' })
    expect(hook('snapshot', { ...call('PreToolUse', '', 't3'), tool_name: 'Read' })).toMatchObject({
      status: 0,
      stdout: '',
    })
    expect(hook('adopt', call('PostToolUse', 'x', 'unknown'))).toMatchObject({ status: 0, stdout: '' })
    expect(scenewright(['undo', '--root', root], { SCENEWRIGHT_STATE_DIR: state }).status).toBe(0)
    expect(readdirSync(root)).toEqual([])
  })

  test('Ctrl-C ends the command, and its changes are committed', async () => {
    const [root, state] = [scratch(), scratch()]
    // A shell between the two can lose the signal while it starts the next program: the command is one program.
    const command = `require('node:fs').writeFileSync(${JSON.stringify(join(root, 'made'))}, 'x'); setTimeout(() => {}, 60_000)`
    const child = spawn(process.execPath, [PROGRAM, 'guard', root, '--', process.execPath, '-e', command], {
      env: { ...process.env, SCENEWRIGHT_STATE_DIR: state },
      detached: true,
      stdio: 'ignore',
    })
    await eventually('the command', () => existsSync(join(root, 'made')))
    process.kill(-(child.pid ?? 0), 'SIGINT')
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(130)
    expect(scenewright(['undo', '--root', root], { SCENEWRIGHT_STATE_DIR: state }).status).toBe(0)
    expect(existsSync(join(root, 'made'))).toBe(false)
  })
})

onUnix('a guard that is killed', () => {
  const host = join(__dirname, 'hosts', 'guard.mjs')

  /** Runs the steps of the host until it is killed, at a moment of its own. */
  async function killed(root: string, state: string, step: string, afterMs: number): Promise<void> {
    const child = spawn(process.execPath, [host, root, state, step], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await sleep(afterMs)
    child.kill('SIGKILL')
    await ended
  }

  test('alone leaves its command to end, whose last changes are undone too', async () => {
    const [root, state, outside] = [scratch(), scratch(), scratch()]
    const command = `touch '${outside}/ready'; while [ ! -e '${outside}/go' ]; do sleep 0.02; done; sleep 0.3; echo x > late`
    const child = spawn(process.execPath, [PROGRAM, 'guard', root, '--', command], {
      cwd: root,
      env: { ...process.env, SCENEWRIGHT_STATE_DIR: state },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await eventually('the command', () => existsSync(join(outside, 'ready')))
    child.kill('SIGKILL')
    await ended
    writeFileSync(join(outside, 'go'), '')
    const undone = scenewright(['undo', '--root', root], { SCENEWRIGHT_STATE_DIR: state })
    expect({ status: undone.status, left: readdirSync(root) }).toEqual({ status: 0, left: [] })
  })

  test('during an undo or redo is finished by the next one, which reverses nothing more', async () => {
    for (let tries = 0; ; tries += 1) {
      expect(tries, 'undos that ended before they could be killed').toBeLessThan(50)
      const [root, state] = [scratch(), join(scratch(), 'state')]
      for (let number = 0; number < 60; number += 1) {
        mkdirSync(join(root, `d${number % 6}`), { recursive: true })
        writeFileSync(join(root, `d${number % 6}/f${number}`), 'old')
      }
      const earlier = await Workspace.open({ root, historyDir: state, durability: 'fast' })
      await earlier.guard(() => writeFileSync(join(root, 'd0', 'earlier'), 'earlier'))
      await earlier.close()
      const child = spawn(process.execPath, [host, root, state, 'undo'], { stdio: 'ignore' })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const left = join(state, readdirSync(state)[0] ?? '', 'guard', 'restoring')
      await eventually('an undo', () => existsSync(left))
      child.kill('SIGKILL')
      await ended
      if (!existsSync(left)) continue
      const { operation } = JSON.parse(readFileSync(left, 'utf8')) as { operation: 'undo' | 'redo' }
      const workspace = await Workspace.open({ root, historyDir: state, durability: 'fast' })
      try {
        const again = await workspace[operation]()
        // It may have been committed in the moment before.
        if (!again.warnings.some(({ message }) => message.includes('left half done was finished'))) continue
        expect(again).toMatchObject({ status: 'committed' })
        const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.includes('/f'))
          .map((name) => readFileSync(join(root, name), 'utf8').slice(0, 3))
        expect(new Set(texts)).toEqual(new Set([operation === 'undo' ? 'old' : 'new']))
        expect(existsSync(join(root, 'd0', 'earlier'))).toBe(true)
        return
      } finally {
        await workspace.close()
      }
    }
  })

  test('leaves a state that is found and undone in whole, at any moment', { timeout: 3_600_000 }, async () => {
    const rounds = Number(process.env['SCENEWRIGHT_GUARD_KILLS'] ?? 24)
    const seed = Number(process.env['SCENEWRIGHT_KILL_SEED'] ?? 4711)
    const random = seededRandom(seed)
    for (let round = 0; round < rounds; round += 1) {
      const [root, stateDir] = [scratch(), join(scratch(), 'state')]
      for (let number = 0; number < 60; number += 1) {
        mkdirSync(join(root, `d${number % 6}`), { recursive: true })
        writeFileSync(join(root, `d${number % 6}/f${number}`), `old ${number}\n`.repeat(200))
      }
      const step = ['guard', 'adopt', 'undo'][round % 3] ?? 'guard'
      const old = walk(root)
      await killed(root, stateDir, step, random() * 120)
      await sleep(20)
      const workspace = await Workspace.open({ root, historyDir: stateDir, durability: 'fast' })
      try {
        const left = walk(root)
        const history = await workspace.history()
        if (history.status !== 'ok') throw new Error(history.error.message)
        if (step === 'adopt') await workspace.adopt({ key: 'hook' })
        if (step === 'undo') {
          // A restore is finished by whoever comes next, or had not begun.
          const count = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
            (name) => name.includes('/f') && readFileSync(join(root, name), 'utf8').startsWith('new'),
          ).length
          expect([0, 60], `seed ${seed}, round ${round}: ${count} of 60 files are new`).toContain(count)
        } else {
          expect(differences(left, walk(root)), 'recovery changes no file of a command').toEqual([])
        }
        // Undo reaches every earlier state, to the byte.
        for (;;) {
          const undone = await workspace.undo()
          if (undone.status === 'committed') continue
          expect(undone.error.code, `seed ${seed}, round ${round}, ${step}: ${undone.error.message}`).toBe('not_found')
          break
        }
        const wrong = differences(old, walk(root)).filter((line) => !line.startsWith(': '))
        expect(wrong, `seed ${seed}, round ${round}, ${step}`).toEqual([])
      } finally {
        await workspace.close()
        rmSync(root, { recursive: true })
      }
    }
  })
})
