// Forks: copies in which something is tried, merged by hunks as one commit, or discarded without a trace.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { Project, Workspace } from 'scenewright'
import type { Fork, ForkOptions, MergeOptions, MergeResult } from '../index.js'
import { atEnd, eventually, makeSocket, scenewright, scratch, seededRandom, sleep } from './support.js'
import { open, reopen, type Bench } from './workspace-support.js'

const onUnix = describe.skipIf(process.platform === 'win32')

/** Everything below a folder: kind, mode, bytes or target, and which names are one file. */
function seen(root: string): Record<string, string> {
  const found: Record<string, string> = {}
  const first = new Map<string, string>()
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(root, name)
    const stat = lstatSync(path)
    const mode = (stat.mode & 0o7777).toString(8)
    if (stat.isSymbolicLink()) found[name] = `link to ${readlinkSync(path)}`
    else if (stat.isDirectory()) found[name] = `folder ${mode}`
    else if (stat.isFile()) {
      const key = `${stat.dev} ${stat.ino}`
      if (stat.nlink > 1 && !first.has(key)) first.set(key, name)
      found[name] = `file ${mode} ${readFileSync(path).toString('latin1')} ${first.get(key) ?? ''}`.trim()
    } else found[name] = `other ${mode}`
  }
  return found
}

async function forked(bench: Bench, name: string, options?: ForkOptions): Promise<Fork> {
  const result = await bench.workspace.fork(name, options)
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.hint ?? ''}`)
  return result.fork
}

async function merged(bench: Bench, name: string, options?: MergeOptions) {
  const result = await bench.workspace.merge(name, options)
  if (result.status !== 'committed') throw new Error(`${result.status}: ${JSON.stringify(result)}`)
  return result
}

const conflictsOf = (result: MergeResult) => ('conflicts' in result ? result.conflicts : undefined)
/** The mode that the umask of this user gives a new file. */
const MODE = (0o666 & ~process.umask()).toString(8)

const put = (root: string, name: string, text: string | Buffer): void => {
  mkdirSync(join(root, name, '..'), { recursive: true })
  writeFileSync(join(root, name), text)
}
const TEN = Array.from({ length: 10 }, (_, number) => `line ${number + 1}\n`)
const ten = (changes: { readonly [line: number]: string } = {}): string =>
  TEN.map((line, number) => changes[number + 1] ?? line).join('')

onUnix('a fork', () => {
  test('is a copy with modes, times, links, empty folders and hard links, and independent of the original', async () => {
    const bench = await open({ 'a.txt': 'one\n', 'bin/run': '#!/bin/sh\n', 'deep/er/b.bin': Buffer.from([0, 1, 2]) })
    const { root } = bench
    chmodSync(join(root, 'bin/run'), 0o755)
    mkdirSync(join(root, 'empty'))
    linkSync(join(root, 'a.txt'), join(root, 'deep/same'))
    symlinkSync('../a.txt', join(root, 'deep/near'))
    symlinkSync(join(root, 'deep'), join(root, 'far'))
    symlinkSync('/etc/hostname', join(root, 'outside'))
    utimesSync(join(root, 'a.txt'), 1_600_000_000, 1_600_000_000)
    chmodSync(join(root, 'deep/er'), 0o555)
    atEnd(() => chmodSync(join(root, 'deep/er'), 0o755))
    const fork = await forked(bench, 'copy')
    expect(basename(fork.root)).toBe(basename(root))
    const wanted: Record<string, string> = { ...seen(root), far: `link to ${join(fork.root, 'deep')}` }
    expect(seen(fork.root)).toEqual(wanted)
    expect(statSync(join(fork.root, 'a.txt')).mtimeMs).toBe(1_600_000_000_000)
    // Writing in place, through a link and to a name of several, reaches the copy alone.
    writeFileSync(join(fork.root, 'far/near'), 'changed\n')
    writeFileSync(join(fork.root, 'bin/run'), 'x')
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n')
    expect(readFileSync(join(fork.root, 'deep/same'), 'utf8')).toBe('changed\n')
    expect(readFileSync(join(root, 'bin/run'), 'utf8')).toBe('#!/bin/sh\n')
    const variant = await reopen({ root: fork.root, historyDir: bench.historyDir })
    const guarded = await variant.guard('echo 2 > b.txt', { stdio: 'ignore', cwd: fork.root })
    expect(guarded.status).toBe('committed')
    expect(await variant.undo()).toMatchObject({ status: 'committed' })
    expect(existsSync(join(fork.root, 'b.txt'))).toBe(false)
  })

  test('leaves out ignored folders unless asked, and names what it cannot copy', async () => {
    const bench = await open({
      '.gitignore': 'node_modules/\n',
      'node_modules/x.js': '1',
      'a.txt': '1',
      'sub/.git': '',
    })
    const { root, workspace } = bench
    writeFileSync(join(root, 'sub/.git'), 'gitdir: /somewhere/else/.git/worktrees/sub\n')
    mkdirSync(join(root, '.git'))
    writeFileSync(join(root, 'large'), Buffer.alloc(5000))
    makeSocket(root, 'socket')
    await eventually('the socket', () => existsSync(join(root, 'socket')))
    const result = await workspace.fork('lean', { maxFileBytes: 4000 })
    if (!result.ok) throw new Error(result.error.message)
    expect(result.notCopied).toEqual([
      { path: 'sub/.git', reason: 'repository_elsewhere' },
      { path: 'large', reason: 'too_large' },
      { path: 'node_modules', reason: 'ignored' },
      { path: 'socket', reason: 'socket' },
    ])
    expect(readdirSync(result.fork.root).sort()).toEqual(['.git', '.gitignore', 'a.txt', 'sub'])
    expect(readdirSync(join(result.fork.root, 'sub'))).toEqual([])
    // A file without a copy is not taken for deleted, and ignored files of the fork are not merged.
    put(result.fork.root, 'node_modules/y.js', '2')
    put(result.fork.root, 'b.txt', '2')
    expect(await merged(bench, 'lean')).toMatchObject({ files: [{ path: 'b.txt', change: 'created' }] })
    expect(readdirSync(root)).toContain('large')
    expect(readdirSync(join(root, 'node_modules'))).toEqual(['x.js'])
    expect(existsSync(join(root, 'sub/.git'))).toBe(true)
    const whole = await forked(bench, 'whole', { includeIgnored: true })
    expect(readdirSync(join(whole.root, 'node_modules'))).toEqual(['x.js'])
    put(whole.root, 'node_modules/z.js', '3')
    expect(await merged(bench, 'whole')).toMatchObject({ files: [{ path: 'node_modules/z.js' }] })
  })

  test('is listed with its message by another session, and discarded without a trace', async () => {
    const bench = await open({ 'a.txt': '1', 'locked/x': '1' })
    const { root, historyDir, workspace } = bench
    await workspace.guard('true', { stdio: 'ignore' })
    const first = await forked(bench, 'first', { message: 'with a map' })
    const elsewhere = join(scratch(), 'fork')
    const second = await forked(bench, 'second', { forkDir: elsewhere })
    expect(second.root).toBe(elsewhere)
    const other = await reopen({ root, historyDir })
    expect(await other.forks()).toMatchObject({
      ok: true,
      forks: [
        { name: 'first', root: first.root, message: 'with a map', mergedCommitIds: [] },
        { name: 'second', root: elsewhere },
      ],
    })
    // A history of its own goes too, and modes do not stand in the way.
    const variant = await Workspace.open({ root: first.root, historyDir })
    await variant.guard('echo 2 > a.txt', { stdio: 'ignore', cwd: first.root })
    await variant.close()
    chmodSync(join(first.root, 'locked'), 0)
    expect(await other.discard(first)).toMatchObject({ ok: true, name: 'first' })
    expect(await other.discard('second')).toMatchObject({ ok: true })
    expect(existsSync(first.root)).toBe(false)
    expect(existsSync(elsewhere)).toBe(false)
    expect(await other.forks()).toMatchObject({ forks: [] })
    expect(await other.discard('first')).toMatchObject({ status: 'refused', error: { code: 'not_found' } })
    const left = readdirSync(historyDir)
    expect(left.flatMap((name) => readdirSync(join(historyDir, name)))).not.toContain('forks')
    expect(left.length).toBe(1)
  })

  test('is refused for names and folders that make no sense', async () => {
    const bench = await open({ 'a.txt': '1' })
    const { workspace, root } = bench
    for (const name of ['.x', 'a/b', '..', 'a b']) {
      expect(await workspace.fork(name)).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
    }
    await expect(workspace.fork('')).rejects.toThrow(/by its name/)
    expect(await workspace.fork('x', { forkDir: join(root, 'in') })).toMatchObject({
      status: 'refused',
      error: { code: 'invalid_input', message: /outside of the workspace/ },
    })
    await forked(bench, 'x')
    expect(await workspace.fork('x')).toMatchObject({ status: 'refused', error: { code: 'already_exists' } })
    expect(await workspace.merge('y')).toMatchObject({
      status: 'refused',
      error: { code: 'not_found', hint: 'There are: x.' },
    })
    await expect(workspace.merge('x', { stratgy: 'fork' } as object)).rejects.toThrow(/Did you mean strategy\?/)
    expect(await workspace.merge('x', { strategy: 'union' as 'fork' })).toMatchObject({
      error: { message: /^Workspace\.merge: strategy must be/ },
    })
  })
})

describe.runIf(process.platform === 'linux')('a fork of a Btrfs subvolume', () => {
  const run = (...[program, ...args]: [string, ...string[]]): boolean => spawnSync(program, args).status === 0

  /** A Btrfs of its own; the test is skipped where none can be made or mounted. */
  function btrfs(context: { skip(reason: string): void }): string {
    const [image, there] = [join(scratch(), 'image'), scratch()]
    // The smallest that mkfs.btrfs makes has 109 MiB; the file has holes.
    writeFileSync(image, '')
    truncateSync(image, 256 << 20)
    if (!run('mkfs.btrfs', '-q', image)) context.skip('mkfs.btrfs is not installed')
    if (!run('mount', '-o', 'loop', image, there)) context.skip('no Btrfs can be mounted here')
    atEnd(() => void run('umount', there))
    return there
  }

  test('is one copy of it without what forks leave out, and is discarded whole', async (context) => {
    const there = btrfs(context)
    const [root, historyDir] = [join(there, 'project'), join(there, 'state')]
    expect(run('btrfs', 'subvolume', 'create', root)).toBe(true)
    const files = {
      'a.txt': 'one\n',
      'deep/er/b.txt': 'two\n',
      '.gitignore': 'node_modules/\n',
      'node_modules/x.js': '1',
    }
    for (const [name, text] of Object.entries({ ...files, '.scenewright/x': 'state', 'deep/.scenewright/y': 'state' }))
      put(root, name, text)
    put(root, 'sub/.git', 'gitdir: /somewhere/else\n')
    put(root, 'large', 'x'.repeat(5000))
    linkSync(join(root, 'a.txt'), join(root, 'deep/same'))
    symlinkSync(join(root, 'deep'), join(root, 'far'))
    expect(run('btrfs', 'subvolume', 'create', join(root, 'nested'))).toBe(true)
    chmodSync(join(root, 'deep/er/b.txt'), 0o640)
    for (const name of ['a.txt', 'deep', 'sub', '.']) utimesSync(join(root, name), 1_600_000_000, 1_600_000_000)
    const workspace = await reopen({ root, historyDir })
    const made = await workspace.fork('whole', { maxFileBytes: 4000 })
    if (!made.ok) throw new Error(made.error.message)
    const { fork, notCopied } = made
    // The number of the top folder of a subvolume.
    expect(statSync(fork.root).ino).toBe(256)
    expect(fork.sharesBlocks).toBe(true)
    expect(notCopied.map(({ path, reason }) => `${path}: ${reason}`).sort()).toEqual([
      'large: too_large',
      'nested: other_file_system',
      'node_modules: ignored',
      'sub/.git: repository_elsewhere',
    ])
    const wanted: Record<string, string> = { ...seen(root), far: `link to ${join(fork.root, 'deep')}` }
    for (const name of Object.keys(wanted))
      if (/^(large|nested|node_modules|sub\/\.git|((deep|far)\/)?\.scenewright)/.test(name)) delete wanted[name]
    expect(seen(fork.root)).toEqual(wanted)
    for (const name of ['a.txt', 'deep', 'sub', '.'])
      expect(statSync(join(fork.root, name)).mtimeMs, name).toBe(1_600_000_000_000)

    // Independent of the original, found by another session, and merged like every other fork.
    writeFileSync(join(fork.root, 'far/same'), 'changed\n')
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n')
    const other = await reopen({ root, historyDir })
    expect(await other.forks()).toMatchObject({ forks: [{ name: 'whole', sharesBlocks: true }] })
    expect(await other.merge('whole')).toMatchObject({ status: 'committed' })
    expect(readFileSync(join(root, 'deep/same'), 'utf8')).toBe('changed\n')
    expect(readdirSync(root)).toContain('large')
    expect(await other.undo()).toMatchObject({ status: 'committed' })
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n')
    expect(await other.discard('whole')).toMatchObject({ ok: true })
    expect(existsSync(fork.root)).toBe(false)
    expect(await other.forks()).toMatchObject({ forks: [] })

    // Elsewhere, into a folder that is there already.
    const place = join(there, 'elsewhere')
    mkdirSync(place)
    expect(await other.fork('near', { forkDir: place, maxFileBytes: 4000 })).toMatchObject({
      ok: true,
      fork: { root: place },
    })
    expect(statSync(place).ino).toBe(256)
    // On another file system it is copied.
    const far = await other.fork('far', { forkDir: join(scratch(), 'far'), maxFileBytes: 4000 })
    expect(far).toMatchObject({ ok: true, fork: { sharesBlocks: false } })
    for (const name of ['near', 'far']) expect(await other.discard(name)).toMatchObject({ ok: true })
    expect(existsSync(place)).toBe(false)
    await Promise.all([workspace.close(), other.close()])
  })
})

onUnix('a merge', () => {
  test('takes what one side changed, hunks of both, and is undone as one commit', async () => {
    const bench = await open({
      'both.txt': ten(),
      'ours.txt': '1',
      'theirs.txt': '1',
      'gone.txt': '1',
      'old/name.txt': 'name\n',
      'kept/x': '1',
      'mode.sh': 'x\n',
    })
    const { root, workspace, text } = bench
    const { root: there } = await forked(bench, 'a')
    put(root, 'both.txt', ten({ 2: 'ours\n' }))
    put(root, 'ours.txt', '2')
    put(root, 'kept/mine', '2')
    put(there, 'both.txt', ten({ 9: 'theirs\nmore\n' }))
    put(there, 'theirs.txt', '2')
    put(there, 'new/folder/file', 'new')
    mkdirSync(join(there, 'new/empty'))
    symlinkSync('folder/file', join(there, 'new/link'))
    rmSync(join(there, 'gone.txt'))
    rmSync(join(there, 'kept'), { recursive: true })
    renameSync(join(there, 'old'), join(there, 'moved'))
    chmodSync(join(there, 'mode.sh'), 0o755)
    put(root, 'mode.sh', 'y\n')
    const before = seen(root)
    const trial = await workspace.merge('a', { dryRun: true })
    expect(trial).toMatchObject({ status: 'ok', ok: true, conflicts: [] })
    expect(trial.status === 'ok' && trial.diff).toMatch(/-line 9\n\+theirs\n\+more\n/)
    expect(seen(root)).toEqual(before)
    const result = await merged(bench, 'a')
    expect(text('both.txt')).toBe(ten({ 2: 'ours\n', 9: 'theirs\nmore\n' }))
    expect([text('ours.txt'), text('theirs.txt'), text('mode.sh')]).toEqual(['2', '2', 'y\n'])
    expect(statSync(join(root, 'mode.sh')).mode & 0o777).toBe(0o755)
    expect(readdirSync(root).sort()).toEqual(
      ['both.txt', 'kept', 'mode.sh', 'moved', 'new', 'ours.txt', 'theirs.txt'].sort(),
    )
    expect(readdirSync(join(root, 'kept'))).toEqual(['mine'])
    expect(readdirSync(join(root, 'new')).sort()).toEqual(['empty', 'folder', 'link'])
    expect(readlinkSync(join(root, 'new/link'))).toBe('folder/file')
    const history = await workspace.history()
    expect(history).toMatchObject({ rows: [{ tool: 'merge', message: 'merge a' }] })
    expect(await workspace.forks()).toMatchObject({ forks: [{ mergedCommitIds: [result.commitId] }] })
    expect(await workspace.undo()).toMatchObject({ status: 'committed', undoneCommitId: result.commitId })
    expect(seen(root)).toEqual(before)
    // An undone merge can be redone, and is then merged.
    expect(await workspace.redo()).toMatchObject({ status: 'committed' })
    expect(text('theirs.txt')).toBe('2')
    expect(await workspace.merge('a')).toMatchObject({ status: 'unchanged' })
    await workspace.undo()
    expect((await merged(bench, 'a')).files).toEqual(result.files)
    // Later changes of the fork are compared with what was merged.
    put(there, 'both.txt', ten({ 5: 'later\n', 9: 'theirs\nmore\n' }))
    expect((await merged(bench, 'a')).files).toEqual([{ path: 'both.txt', change: 'updated' }])
    expect(text('both.txt')).toBe(ten({ 2: 'ours\n', 5: 'later\n', 9: 'theirs\nmore\n' }))
  })

  test('names conflicts by file and line, and writes nothing', async () => {
    const bench = await open({
      'a.txt': ten(),
      'b.bin': Buffer.from([0, 1]),
      'c.txt': 'c\n',
      'd.txt': 'd\n',
      kind: 'x',
      'e.txt': 'e\n',
    })
    const { root, workspace } = bench
    symlinkSync('x', join(root, 'link'))
    // Whatever the umask: both sides change it below.
    chmodSync(join(root, 'e.txt'), 0o644)
    const { root: there } = await forked(bench, 'a')
    const change = (at: string, word: string): void => {
      put(at, 'a.txt', ten({ 1: `top ${word}\n`, 8: `${word}\n` }))
      put(at, 'b.bin', Buffer.from([0, word.length]))
      rmSync(join(at, 'link'))
      symlinkSync(word, join(at, 'link'))
      put(at, 'new.txt', `${word}\n`)
      put(at, `${word}.txt`, 'fine')
    }
    change(root, 'ours')
    change(there, 'theirs')
    put(there, 'a.txt', `first\n${ten({ 1: 'top theirs\n', 8: 'theirs\n' })}`)
    rmSync(join(root, 'c.txt'))
    put(there, 'c.txt', 'C\n')
    rmSync(join(there, 'd.txt'))
    put(root, 'd.txt', 'D\n')
    rmSync(join(there, 'kind'))
    put(there, 'kind/in', 'folder')
    put(root, 'kind', 'y')
    chmodSync(join(root, 'e.txt'), 0o600)
    chmodSync(join(there, 'e.txt'), 0o755)
    const before = seen(root)
    const result = await workspace.merge('a')
    expect(result).toMatchObject({ ok: false, status: 'refused', error: { code: 'conflict', path: 'a.txt', line: 1 } })
    expect(conflictsOf(result)).toEqual([
      { path: 'a.txt', reason: 'lines', line: 1, forkLine: 1 },
      { path: 'a.txt', reason: 'lines', line: 8, forkLine: 9 },
      { path: 'b.bin', reason: 'contents' },
      { path: 'c.txt', reason: 'deleted_here' },
      { path: 'd.txt', reason: 'deleted_in_fork' },
      { path: 'e.txt', reason: 'mode' },
      { path: 'kind', reason: 'kind' },
      { path: 'link', reason: 'target' },
      { path: 'new.txt', reason: 'both_created', line: 1, forkLine: 1 },
    ])
    expect(seen(root)).toEqual(before)
    expect(await workspace.history()).toMatchObject({ total: 0 })
    expect(await workspace.merge('a', { strategy: 'first' })).toMatchObject({ status: 'refused' })
    // A side may be chosen: changes without a conflict are merged too.
    await merged(bench, 'a', { strategy: 'workspace' })
    expect(seen(root)).toEqual({ ...before, 'theirs.txt': `file ${MODE} fine` })
    await workspace.undo()
    await merged(bench, 'a', { strategy: 'fork' })
    expect(seen(root)).toEqual({ ...seen(there), 'ours.txt': `file ${MODE} fine` })
    await workspace.undo()
    expect(seen(root)).toEqual(before)
  })

  test('follows a rename on either side', async () => {
    const bench = await open({
      'a.txt': ten(),
      'b.txt': ten({ 1: 'b\n' }),
      'c.txt': ten({ 1: 'c\n' }),
      'd.txt': ten({ 1: 'd\n' }),
    })
    const { root, workspace, text } = bench
    const { root: there } = await forked(bench, 'x')
    // Renamed and edited there, edited here.
    renameSync(join(there, 'a.txt'), join(there, 'A.txt'))
    put(there, 'A.txt', ten({ 9: 'theirs\n' }))
    put(root, 'a.txt', ten({ 2: 'ours\n' }))
    // Edited there, renamed here.
    put(there, 'b.txt', ten({ 1: 'b\n', 9: 'theirs\n' }))
    renameSync(join(root, 'b.txt'), join(root, 'B.txt'))
    // Both to the same name.
    for (const at of [root, there]) renameSync(join(at, 'c.txt'), join(at, 'C.txt'))
    await merged(bench, 'x')
    expect(readdirSync(root).sort()).toEqual(['A.txt', 'B.txt', 'C.txt', 'd.txt'])
    expect(text('A.txt')).toBe(ten({ 2: 'ours\n', 9: 'theirs\n' }))
    expect(text('B.txt')).toBe(ten({ 1: 'b\n', 9: 'theirs\n' }))
    renameSync(join(root, 'd.txt'), join(root, 'd1.txt'))
    renameSync(join(there, 'd.txt'), join(there, 'd2.txt'))
    expect(conflictsOf(await workspace.merge('x'))).toEqual([{ path: 'd.txt', reason: 'renamed' }])
  })

  test('keeps names of one file together, and links into the folders where they lead', async () => {
    const bench = await open({ one: 'same\n' })
    const { root } = bench
    const { root: there } = await forked(bench, 'x')
    linkSync(join(there, 'one'), join(there, 'two'))
    symlinkSync(join(there, 'one'), join(there, 'inside'))
    await merged(bench, 'x')
    expect(lstatSync(join(root, 'two')).ino).toBe(lstatSync(join(root, 'one')).ino)
    expect(readlinkSync(join(root, 'inside'))).toBe(join(root, 'one'))
  })

  test('leaves repositories to git, and says so', async () => {
    const bench = await open({ '.git/HEAD': 'ref: refs/heads/main\n', 'a.txt': '1' })
    const { root: there } = await forked(bench, 'x')
    expect(readFileSync(join(there, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n')
    put(there, '.git/HEAD', 'ref: refs/heads/other\n')
    put(there, 'a.txt', '2')
    expect(await merged(bench, 'x')).toMatchObject({ files: [{ path: 'a.txt' }], notMerged: ['.git'] })
    expect(bench.text('.git/HEAD')).toBe('ref: refs/heads/main\n')
  })

  test('of the first wins, and the others are refused or discarded with it', async () => {
    const bench = await open({ 'a.txt': '0\n' })
    const { workspace, text } = bench
    for (const name of ['a', 'b', 'c']) put((await forked(bench, name)).root, 'a.txt', `${name}\n`)
    await merged(bench, 'b', { strategy: 'first' })
    const late = await workspace.merge('a', { strategy: 'first' })
    expect(conflictsOf(late)?.[0]).toMatchObject({ path: 'a.txt' })
    expect(text('a.txt')).toBe('b\n')
    const result = await merged(bench, 'c', { strategy: 'fork', discard: 'all' })
    expect(result.discarded).toEqual(['a', 'b', 'c'])
    expect(await workspace.forks()).toMatchObject({ forks: [] })
    expect(text('a.txt')).toBe('c\n')
    // The undo needs nothing of the fork.
    await workspace.undo()
    expect(text('a.txt')).toBe('b\n')
  })

  test('is reverted unless its check passes', async () => {
    const bench = await open({ 'a.txt': '0\n' })
    const { workspace, text } = bench
    const { root: there } = await forked(bench, 'a')
    put(there, 'a.txt', '1\n')
    const failed = await workspace.merge('a', { check: () => text('a.txt') === 'x', discard: 'fork' })
    expect(failed).toMatchObject({ ok: false, status: 'reverted', error: { code: 'verify_failed' } })
    expect(text('a.txt')).toBe('0\n')
    const passed = await workspace.merge('a', { check: () => text('a.txt') === '1\n', discard: 'fork' })
    expect(passed).toMatchObject({ status: 'committed', discarded: ['a'] })
  })

  test('asks for permission, and changes no denied file', async () => {
    const asked: string[] = []
    const bench = await open(
      { 'a.txt': '0', 'secret.txt': '0' },
      { deny: ['secret.txt'], permission: ({ tool, path }) => asked.push(`${tool} ${basename(path)}`) < 2 },
    )
    const { root: there } = await forked(bench, 'a')
    put(there, 'secret.txt', '1')
    expect(await bench.workspace.merge('a')).toMatchObject({ status: 'refused', error: { code: 'not_permitted' } })
    put(there, 'secret.txt', '0')
    put(there, 'a.txt', '1')
    await merged(bench, 'a')
    expect(asked).toEqual(['merge a.txt'])
    put(there, 'a.txt', '2')
    expect(await bench.workspace.merge('a')).toMatchObject({ status: 'refused', error: { code: 'not_permitted' } })
    expect(bench.text('a.txt')).toBe('1')
  })
})

onUnix('any order of work in forks, guards and merges', () => {
  test('loses and tears nothing, compared with a model', { timeout: 3_600_000 }, () => {
    const [count, from] = ['SCHEDULES', 'SEED'].map((name) => process.env[`SCENEWRIGHT_FORK_${name}`])
    const host = join(__dirname, 'hosts', 'fork-schedules.mjs')
    const run = spawnSync(process.execPath, [host, from ?? '1', count ?? '6'], { encoding: 'utf8' })
    expect([run.status, run.stderr, run.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/nothing lost, nothing torn\n$/),
    ])
  })
})

onUnix('forks of a killed process', () => {
  const host = join(__dirname, 'hosts', 'forks.mjs')

  test('are whole or gone, and a merge is the old or the new', { timeout: 3_600_000 }, async () => {
    const rounds = Number(process.env['SCENEWRIGHT_FORK_KILLS'] ?? 12)
    const seed = Number(process.env['SCENEWRIGHT_KILL_SEED'] ?? 2_026)
    const random = seededRandom(seed)
    for (let round = 0; round < rounds; round += 1) {
      const [root, historyDir] = [scratch(), join(scratch(), 'history')]
      for (let number = 0; number < 60; number += 1)
        put(root, `d${number % 6}/f${number}`, `old ${number}\n`.repeat(200))
      const step = ['fork', 'merge', 'discard'][round % 3] ?? 'fork'
      const old = seen(root)
      const child = spawn(process.execPath, [host, root, historyDir, step], { stdio: ['ignore', 'pipe', 'inherit'] })
      await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await sleep(random() * 100)
      child.kill('SIGKILL')
      await ended
      const workspace = await Workspace.open({ root, historyDir, durability: 'fast' })
      try {
        const where = `seed ${seed}, round ${round}, ${step}`
        // The next fork finishes the interrupted work.
        const made = await workspace.fork('after')
        expect(made.ok, where).toBe(true)
        const listed = await workspace.forks()
        if (!listed.ok) throw new Error(listed.error.message)
        for (const fork of listed.forks) {
          const files = readdirSync(fork.root, { recursive: true, encoding: 'utf8' }).filter((name) =>
            name.includes('/f'),
          )
          expect(files.length, `${where}: ${fork.name}`).toBe(60)
        }
        const now = Object.values(seen(root))
        const count = now.filter((line) => line.includes('new ')).length
        expect([0, 60], where).toContain(count)
        if (step !== 'merge') expect(seen(root), where).toEqual(old)
        for (const fork of listed.forks) expect(await workspace.discard(fork), where).toMatchObject({ ok: true })
        expect(await workspace.forks(), where).toMatchObject({ forks: [] })
        if (count > 0) await workspace.undo()
        expect(seen(root), where).toEqual(old)
        const [own] = readdirSync(historyDir)
        expect(readdirSync(historyDir), where).toEqual([own])
        expect(readdirSync(join(historyDir, own ?? '')), where).not.toContain('forks')
      } finally {
        await workspace.close()
        rmSync(root, { recursive: true })
      }
    }
  })
})

onUnix('forks of a project', () => {
  test('are variants that run; one is merged if the scene runs with it', async () => {
    const [root, state] = [scratch(), scratch()]
    const before = process.env['SCENEWRIGHT_STATE_DIR']
    process.env['SCENEWRIGHT_STATE_DIR'] = state
    atEnd(() => {
      if (before === undefined) delete process.env['SCENEWRIGHT_STATE_DIR']
      else process.env['SCENEWRIGHT_STATE_DIR'] = before
    })
    put(root, 'scene.code.js', "drawCircle('a', 0, 0, 10)\ndrawCircle('b', 50, 0, 10)\n")
    const project = await Project.open({ root, readFirst: 'off' })
    atEnd(() => project.close())
    expect(await project.run()).toMatchObject({ status: 'committed' })
    for (const [name, radius] of [
      ['small', '5'],
      ['large', '20'],
      ['broken', 'x y'],
    ] as const) {
      const made = await project.fork(name)
      if (!made.ok) throw new Error(made.error.message)
      expect(existsSync(join(made.fork.root, '.scenewright'))).toBe(false)
      const main = join(made.fork.root, 'scene.code.js')
      writeFileSync(main, readFileSync(main, 'utf8').replace("'a', 0, 0, 10", `'a', 0, 0, ${radius}`))
      const variant = await Project.open({ root: made.fork.root, readFirst: 'off' })
      expect((await variant.run()).status).toBe(name === 'broken' ? 'reverted' : 'committed')
      await variant.close()
    }
    const code = (): string => readFileSync(join(root, 'scene.code.js'), 'utf8')
    expect(await project.merge('broken')).toMatchObject({ status: 'reverted', error: { code: 'verify_failed' } })
    expect(code()).toContain("'a', 0, 0, 10)")
    expect(await project.edit({ file: 'main', oldText: "'b', 50", newText: "'b', 70" })).toMatchObject({ ok: true })
    const merged = await project.merge('large', { discard: 'all' })
    expect(merged, JSON.stringify(merged)).toMatchObject({
      status: 'refused',
      conflicts: [{ path: 'scene.code.js', line: 1 }],
    })
    expect(await project.merge('large', { strategy: 'fork', discard: 'all' })).toMatchObject({
      status: 'committed',
      discarded: ['small', 'large', 'broken'],
    })
    expect(code()).toContain("'a', 0, 0, 20)")
    expect(await project.summary()).toMatchObject({ ok: true })
    expect(await project.forks()).toMatchObject({ forks: [] })
  })
})

onUnix('the command line', () => {
  test('forks, lists, merges and discards', () => {
    const [root, state] = [scratch(), scratch()]
    const env = { SCENEWRIGHT_STATE_DIR: state }
    put(root, 'a.txt', 'one\ntwo\nthree\n')
    const made = scenewright(['fork', 'variant', '--root', root, '--message', 'try it'], env)
    expect(made.status).toBe(0)
    const there = made.stdout.trim()
    expect(made.stderr).toMatch(/fork: 1 file (copied|share their blocks)/)
    put(there, 'a.txt', 'ONE\ntwo\nthree\n')
    expect(scenewright(['forks', root], env).stdout).toMatch(/^variant .*try it\n$/)
    put(root, 'a.txt', 'uno\ntwo\nthree\n')
    const refused = scenewright(['merge', 'variant', '--root', root], env)
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/a\.txt:1 \(line 1 of the fork\): both changed the same lines/)
    put(root, 'a.txt', 'one\ntwo\nTHREE\n')
    const trial = scenewright(['merge', 'variant', '--root', root, '--dry-run'], env)
    expect([trial.status, trial.stdout]).toEqual([0, expect.stringContaining('-one\n+ONE\n')])
    const merged = scenewright(['merge', 'variant', '--root', root, '--discard'], env)
    expect([merged.status, merged.stdout]).toEqual([0, expect.stringMatching(/merged variant[\s\S]*discarded variant/)])
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('ONE\ntwo\nTHREE\n')
    expect(existsSync(there)).toBe(false)
    expect(scenewright(['undo', '--root', root], env).status).toBe(0)
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\ntwo\nTHREE\n')
    expect(scenewright(['discard', 'variant', '--root', root], env).stderr).toMatch(/There is no fork variant/)
    expect(scenewright(['merge'], env).status).toBe(2)
  })
})
