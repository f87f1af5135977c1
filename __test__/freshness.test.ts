// The memory of a session about files, and its check against the disk: by their bytes, never by a clock.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, test } from 'vitest'

import type { Workspace } from 'scenewright'
import type { WorkspaceEvents } from '../index.js'
import { atEnd, eventually, ROOT, scratch, seededRandom } from './support.js'
import { committed, open, reopen, type Bench } from './workspace-support.js'

const TEXT = 'one\ntwo\nthree\n'
const edit = (workspace: Workspace, filePath: string, oldText = 'two', newText = '2') =>
  workspace.edit({ path: filePath, oldText: oldText, newText: newText })

/** Puts other bytes into a file and its times back. */
function changeSecretly(path: string, content: string): void {
  const { atime, mtime } = statSync(path)
  writeFileSync(path, content)
  utimesSync(path, atime, mtime)
}

function replaceByRename(path: string, content: string): void {
  writeFileSync(`${path}.new`, content)
  renameSync(`${path}.new`, path)
}

describe('a file that was read stays fresh', () => {
  const harmless: Record<string, (path: string) => void> = {
    'when nobody touches it': () => {},
    'after touch': (path) => utimesSync(path, new Date(), new Date()),
    'after touch into the past': (path) => utimesSync(path, 1, 1),
    'after touch into the future': (path) => utimesSync(path, 4e9, 4e9),
    'after chmod': (path) => chmodSync(path, 0o600),
    'after the same bytes were written': (path) => writeFileSync(path, TEXT),
    'after an identical file was renamed over it': (path) => replaceByRename(path, TEXT),
    'after it was changed and changed back': (path) => {
      writeFileSync(path, 'other')
      writeFileSync(path, TEXT)
    },
    'after it was removed and made again': (path) => {
      unlinkSync(path)
      writeFileSync(path, TEXT)
    },
    'after a hard link was made': (path) => linkSync(path, `${path}.link`),
  }
  for (const [name, act] of Object.entries(harmless)) {
    test(name, async () => {
      const { workspace, path, text } = await open({ 'a.txt': TEXT })
      const from = Date.now()
      expect(await workspace.read({ path: 'a.txt' })).toMatchObject({ status: 'ok' })
      act(path('a.txt'))
      const check = await workspace.checkFreshness('a.txt')
      expect(check).toMatchObject({ state: 'fresh' })
      expect(check.readAt).toBeGreaterThanOrEqual(from)
      expect(check.modifiedAt).toBeCloseTo(statSync(path('a.txt')).mtimeMs, 0)
      expect(await workspace.modificationReminder('a.txt')).toBeNull()
      expect(await workspace.read({ path: 'a.txt' })).not.toHaveProperty('reminder')
      const edited = await edit(workspace, 'a.txt')
      expect(edited).toMatchObject({ status: 'committed' })
      expect(JSON.stringify(edited)).not.toMatch(/has (not been read|changed since)/)
      expect(text('a.txt')).toBe('one\n2\nthree\n')
    })
  }

  test('after 1,000 touches, changes of its mode, and writes of the same bytes', async () => {
    const { workspace, path } = await open({ 'a.txt': TEXT })
    await workspace.recordRead('a.txt')
    const random = seededRandom(1)
    const acts: ((path: string) => void)[] = [
      (file) => utimesSync(file, random() * 4e9, random() * 4e9),
      (file) => chmodSync(file, random() < 0.5 ? 0o644 : 0o600),
      (file) => writeFileSync(file, TEXT),
      (file) => replaceByRename(file, TEXT),
    ]
    let wrong = 0
    for (let round = 0; round < 1_000; round++) {
      acts[Math.floor(random() * acts.length)]?.(path('a.txt'))
      const { state } = await workspace.checkFreshness('a.txt')
      if (state !== 'fresh') wrong++
    }
    expect(wrong).toBe(0)
    expect(await edit(workspace, 'a.txt')).toMatchObject({ status: 'committed' })
  })
})

describe('a file that was read is stale', () => {
  const harmful: Record<string, (path: string) => void> = {
    'when other bytes are appended': (path) => appendFileSync(path, 'four\n'),
    'when it is cut': (path) => truncateSync(path, 4),
    'when it is emptied': (path) => truncateSync(path, 0),
    'when other bytes of the same size are in it and its time was put back': (path) =>
      changeSecretly(path, TEXT.replace('one', 'uno')),
    'when a single bit differs and its time was put back': (path) => changeSecretly(path, TEXT.replace('one', 'onE')),
    'when another file was renamed over it': (path) => replaceByRename(path, TEXT.replace('one', 'uno')),
    'when its line ends are others': (path) => writeFileSync(path, TEXT.replaceAll('\n', '\r\n')),
    'when it got a byte order mark': (path) => writeFileSync(path, `\uFEFF${TEXT}`),
    'when it was removed and made again with other bytes': (path) => {
      unlinkSync(path)
      writeFileSync(path, 'two\n')
    },
  }
  for (const [name, act] of Object.entries(harmful)) {
    test(name, async () => {
      const { workspace, path } = await open({ 'a.txt': TEXT })
      await workspace.read({ path: 'a.txt' })
      act(path('a.txt'))
      const theirs = readFileSync(path('a.txt'))
      const check = await workspace.checkFreshness('a.txt')
      expect(check).toMatchObject({ state: 'changed', readAt: expect.any(Number) })
      expect(check.modifiedAt).toBeCloseTo(statSync(path('a.txt')).mtimeMs, 0)
      const reminder =
        'Note: a.txt was modified externally since last read. The file may have changed outside of this session.'
      expect(await workspace.modificationReminder('a.txt')).toBe(reminder)

      expect(await edit(workspace, 'a.txt')).toMatchObject({ error: { code: 'stale_read', wireCode: 7 } })
      const several = { path: 'a.txt', edits: [{ oldText: 'two', newText: '2' }] }
      expect(await workspace.multiEdit(several)).toMatchObject({ error: { code: 'stale_read', wireCode: 8 } })
      const written = await workspace.write({ path: 'a.txt', text: 'mine' })
      expect(written).toMatchObject({ status: 'refused', error: { code: 'stale_read' } })
      expect(readFileSync(path('a.txt'))).toEqual(theirs)

      const again = await workspace.read({ path: 'a.txt' })
      expect(again).toMatchObject({ status: 'ok', reminder })
      expect(again.modelText).toContain(reminder)
      expect(await workspace.modificationReminder('a.txt')).toBeNull()
      expect(await workspace.write({ path: 'a.txt', text: 'mine' })).toMatchObject({
        status: 'committed',
        change: 'updated',
      })
    })
  }

  test('200 times of 200, for other bytes of the same size with the time reset', async () => {
    const { workspace, path } = await open({ 'a.txt': 'line 0000\n' })
    let missed = 0
    for (let round = 1; round <= 200; round++) {
      await workspace.recordRead('a.txt')
      changeSecretly(path('a.txt'), `line ${String(round).padStart(4, '0')}\n`)
      if ((await workspace.checkFreshness('a.txt')).state !== 'changed') missed++
      const answer = await edit(workspace, 'a.txt', 'line', 'row')
      if (answer.status !== 'refused' || answer.error.code !== 'stale_read') missed++
    }
    expect(missed).toBe(0)
  })

  test('when it was deleted, which is said', async () => {
    const { workspace, path } = await open({ 'a.txt': TEXT })
    await workspace.read({ path: 'a.txt' })
    unlinkSync(path('a.txt'))
    const check = await workspace.checkFreshness('a.txt')
    expect(check).toMatchObject({ state: 'changed' })
    expect(check.modifiedAt).toBeUndefined()
    expect(await workspace.modificationReminder('a.txt')).toBe('Note: a.txt was deleted since last read.')
    expect(await edit(workspace, 'a.txt')).toMatchObject({ error: { code: 'not_found', wireCode: 4 } })
    const change = { old_string: 'two', new_string: '2' }
    for (const [tool, args] of [
      ['Read', { file_path: 'a.txt' }],
      ['Edit', { file_path: 'a.txt', ...change }],
      ['MultiEdit', { file_path: 'a.txt', edits: [change] }],
    ] as const) {
      const { assistant } = await workspace.callTool(tool, args)
      expect(assistant, tool).toContain('\nNote: a.txt was deleted since last read.\n')
    }
    const { assistant } = await workspace.callTool('Edit', { file_path: 'b.txt', ...change })
    expect(assistant).not.toContain('deleted')
  })
})

describe('a file that cannot be examined is refused, and never fresh', () => {
  const obstacles: Record<string, (path: string) => void> = {
    'a link to itself': (path) => symlinkSync('a.txt', path),
    'a folder': (path) => mkdirSync(path),
    'a link that leads out': (path) => symlinkSync(scratch(), path),
    'a link into a folder that is missing': (path) => symlinkSync('missing/a.txt', path),
  }
  for (const [name, act] of Object.entries(obstacles)) {
    test(`${name} in its place`, async () => {
      const { workspace, path } = await open({ 'a.txt': TEXT })
      await workspace.read({ path: 'a.txt' })
      unlinkSync(path('a.txt'))
      act(path('a.txt'))
      const check = await workspace.checkFreshness('a.txt')
      expect(check).toMatchObject({ state: 'unread', error: { message: expect.any(String) } })
      for (const answer of [
        await edit(workspace, 'a.txt'),
        await workspace.write({ path: 'a.txt', text: 'x' }),
        await workspace.multiEdit({ path: 'a.txt', edits: [{ oldText: 'two', newText: '2' }] }),
      ]) {
        expect(answer).toMatchObject({ status: 'refused' })
        // It would be read again in vain.
        if (!answer.ok) expect(answer.error.code).not.toBe('conflict')
      }
    })
  }

  test.skipIf(process.getuid?.() === 0)('a folder on the way that may not be entered (not as root)', async () => {
    const { workspace, path } = await open({ 'sub/a.txt': TEXT })
    await workspace.read({ path: 'sub/a.txt' })
    chmodSync(path('sub'), 0)
    atEnd(() => chmodSync(path('sub'), 0o755))
    expect(await workspace.checkFreshness('sub/a.txt')).toMatchObject({ state: 'unread', error: { code: 'io' } })
    expect(await edit(workspace, 'sub/a.txt')).toMatchObject({ status: 'refused' })
  })
})

describe('one file has one record', () => {
  const ways: Record<string, (bench: Bench) => string> = {
    './': () => './sub/a.txt',
    '..': () => 'sub/../sub/./a.txt',
    'its absolute path': ({ path }) => path('sub/a.txt'),
    'a link': ({ path }) => {
      symlinkSync('sub/a.txt', path('link.txt'))
      return 'link.txt'
    },
    'a link to its folder': ({ path }) => {
      symlinkSync('sub', path('folder'))
      return 'folder/a.txt'
    },
    'a hard link': ({ path }) => {
      linkSync(path('sub/a.txt'), path('hard.txt'))
      return 'hard.txt'
    },
  }
  for (const [name, make] of Object.entries(ways)) {
    test(`through ${name}`, async () => {
      const bench = await open({ 'sub/a.txt': TEXT })
      const other = make(bench)
      const { workspace, path, text } = bench
      await workspace.read({ path: 'sub/a.txt' })
      expect(await workspace.checkFreshness(other)).toMatchObject({ state: 'fresh' })
      expect(await edit(workspace, other)).toMatchObject({ status: 'committed' })
      expect(await edit(workspace, 'sub/a.txt', 'three', '3')).toMatchObject({ status: 'committed' })
      expect(text('sub/a.txt')).toBe('one\n2\n3\n')
      writeFileSync(path('sub/a.txt'), 'theirs\n')
      expect(await workspace.checkFreshness(other)).toMatchObject({ state: 'changed' })
    })
  }
})

describe('what the session itself did', () => {
  test('counts as read: edits, writes, new files, undo', async () => {
    const { workspace, text } = await open({ 'a.txt': TEXT })
    await workspace.read({ path: 'a.txt' })
    expect(await edit(workspace, 'a.txt')).toMatchObject({ status: 'committed' })
    expect(await edit(workspace, 'a.txt', '2', 'zwei')).toMatchObject({ status: 'committed' })
    expect(await workspace.write({ path: 'a.txt', text: 'x y\n' })).toMatchObject({
      status: 'committed',
      change: 'updated',
    })
    expect(await workspace.modificationReminder('a.txt')).toBeNull()
    expect(await edit(workspace, 'a.txt', 'x', 'z')).toMatchObject({ status: 'committed' })
    expect(await workspace.write({ path: 'new.txt', text: 'one\n' })).toMatchObject({
      status: 'committed',
      change: 'created',
    })
    expect(await edit(workspace, 'new.txt', 'one', 'two')).toMatchObject({ status: 'committed' })
    expect(await edit(workspace, 'made.txt', '', 'one\n')).toMatchObject({ status: 'committed' })
    expect(await edit(workspace, 'made.txt', 'one', 'two')).toMatchObject({ status: 'committed' })
    expect(await workspace.undo()).toMatchObject({ status: 'committed' })
    expect(await workspace.modificationReminder('made.txt')).toBeNull()
    expect(await edit(workspace, 'made.txt', 'one', 'three')).toMatchObject({ status: 'committed' })
    expect(text('made.txt')).toBe('three\n')
  })

  test('counts as read: what its transactions wrote and renamed', async () => {
    const { workspace } = await open({ 'a.txt': TEXT, 'b.txt': TEXT })
    await workspace.read({ path: 'a.txt' })
    committed(
      await workspace.transaction(async (tx) => {
        await tx.rename({ from: 'a.txt', to: 'c.txt' })
        await tx.write({ path: 'b.txt', text: 'written two\n' })
      }),
    )
    expect(await edit(workspace, 'b.txt')).toMatchObject({ status: 'committed' })
    expect(await edit(workspace, 'c.txt')).toMatchObject({ status: 'committed' })
    expect(await workspace.modificationReminder('b.txt')).toBeNull()
  })

  test('a part that was read is enough', async () => {
    const { workspace, path } = await open({ 'big.txt': `${'line\n'.repeat(80_000)}two\n` })
    expect(await workspace.read({ path: 'big.txt' })).toMatchObject({ error: { code: 'too_large' } })
    expect(await workspace.read({ path: 'big.txt', offset: 10, limit: 5 })).toMatchObject({ status: 'ok' })
    expect(await edit(workspace, 'big.txt')).toMatchObject({ status: 'committed' })
    appendFileSync(path('big.txt'), 'x')
    expect(await edit(workspace, 'big.txt', '2', 'two')).toMatchObject({ error: { code: 'stale_read' } })
  })

  test('a read that was refused counts for nothing', async () => {
    const { workspace } = await open({ 'big.txt': 'line\n'.repeat(80_000), 'a.txt': TEXT })
    await workspace.read({ path: 'big.txt' })
    await workspace.read({ path: 'a.txt', offset: 99 })
    expect(await edit(workspace, 'big.txt', 'x', 'y')).toMatchObject({ error: { code: 'not_read' } })
    expect(await edit(workspace, 'a.txt')).toMatchObject({ error: { code: 'not_read' } })
    expect(await workspace.checkFreshness('a.txt')).toMatchObject({ state: 'unread' })
    expect(await workspace.modificationReminder('a.txt')).toBeNull()
  })

  test('is recorded by recordRead and recordEdit, for this session alone', async () => {
    const { workspace, root, historyDir, path } = await open({ 'a.txt': TEXT })
    const other = await reopen({ root, historyDir })
    await workspace.recordRead('a.txt')
    expect(await other.checkFreshness('a.txt')).toMatchObject({ state: 'unread' })
    expect(await edit(other, 'a.txt')).toMatchObject({ error: { code: 'not_read' } })
    writeFileSync(path('a.txt'), 'a formatter ran: two\n')
    expect(await workspace.checkFreshness('a.txt')).toMatchObject({ state: 'changed' })
    await workspace.recordEdit('a.txt')
    expect(await workspace.checkFreshness('a.txt')).toMatchObject({ state: 'fresh' })
    expect(await edit(workspace, 'a.txt')).toMatchObject({ status: 'committed' })
    await expect(workspace.recordRead('none')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(workspace.recordEdit('../x')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('is outside for another session', async () => {
    const { workspace, root, historyDir } = await open({ 'a.txt': TEXT })
    const other = await reopen({ root, historyDir })
    await Promise.all([workspace.recordRead('a.txt'), other.recordRead('a.txt')])
    expect(await edit(other, 'a.txt')).toMatchObject({ status: 'committed' })
    expect(await edit(workspace, 'a.txt', 'three', '3')).toMatchObject({ error: { code: 'stale_read' } })
    expect(await workspace.modificationReminder('a.txt')).toContain('modified externally')
  })
})

describe('policy', () => {
  test('warn continues with a warning, but does not overwrite somebody else’s change', async () => {
    const { workspace, path, text } = await open({ 'a.txt': TEXT }, { readFirst: 'warn' })
    const unread = await edit(workspace, 'a.txt')
    expect(unread).toMatchObject({
      status: 'committed',
      warnings: [{ code: 'not_read', message: expect.stringContaining('Read') }],
    })
    writeFileSync(path('a.txt'), 'two, theirs\n')
    const stale = await edit(workspace, 'a.txt')
    expect(stale).toMatchObject({
      status: 'committed',
      warnings: [{ code: 'changed_since_read', message: expect.stringContaining('changed') }],
    })
    writeFileSync(path('a.txt'), 'theirs\n')
    expect(await workspace.write({ path: 'a.txt', text: 'x' })).toMatchObject({ error: { code: 'stale_read' } })
    expect(text('a.txt')).toBe('theirs\n')
  })

  test('off asks for nothing and warns of nothing', async () => {
    const { workspace, path, text } = await open({ 'a.txt': TEXT }, { readFirst: 'off' })
    expect(await edit(workspace, 'a.txt')).toMatchObject({ status: 'committed', warnings: [] })
    writeFileSync(path('a.txt'), 'two, theirs\n')
    expect(await edit(workspace, 'a.txt')).toMatchObject({ status: 'committed', warnings: [] })
    writeFileSync(path('a.txt'), 'theirs\n')
    expect(await workspace.write({ path: 'a.txt', text: 'x' })).toMatchObject({
      status: 'committed',
      change: 'updated',
      warnings: [],
    })
    expect(text('a.txt')).toBe('x')
  })

  test('require is the default, and another word is refused', async () => {
    const { workspace, root, historyDir } = await open({ 'a.txt': TEXT })
    expect(await edit(workspace, 'a.txt')).toMatchObject({ error: { code: 'not_read' } })
    await expect(reopen({ root, historyDir, readFirst: 'never' as 'off' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('what a session remembers', () => {
  test('survives a restart, without any contents', async () => {
    const { workspace, root, historyDir, path } = await open({ 'a.txt': 'a secret\n', 'b.txt': TEXT, 'c.txt': TEXT })
    await workspace.read({ path: 'a.txt' })
    await workspace.read({ path: 'b.txt' })
    const state = workspace.exportSession()
    expect(state).not.toContain('secret')
    await workspace.close()
    writeFileSync(path('b.txt'), 'theirs\n')
    const next = await reopen({ root, historyDir, session: state })
    expect(await edit(next, 'a.txt', 'secret', 'word')).toMatchObject({ status: 'committed' })
    expect(await edit(next, 'b.txt')).toMatchObject({ error: { code: 'stale_read' } })
    expect(await next.modificationReminder('b.txt')).toContain('modified externally')
    expect(await edit(next, 'c.txt')).toMatchObject({ error: { code: 'not_read' } })
  })

  test('is refused where it was never exported', async () => {
    const { workspace, root, historyDir } = await open({ 'a.txt': TEXT })
    await workspace.read({ path: 'a.txt' })
    const state = workspace.exportSession()
    const exported = JSON.parse(state) as { version: number; files: Record<string, unknown>[] }
    const [file = {}] = exported.files
    const changed = (change: object): string => JSON.stringify({ ...exported, files: [{ ...file, ...change }] })
    for (const hostile of [
      '',
      'no JSON',
      'null0',
      '[]',
      '7',
      '{}',
      JSON.stringify({ ...exported, version: 99 }),
      JSON.stringify({ ...exported, files: 'all' }),
      JSON.stringify({ ...exported, files: [7] }),
      changed({ content: 'short' }),
      changed({ content: 'z'.repeat(32) }),
      changed({ id: '1' }),
      changed({ id: '99999999999999999999999999999999999999999:1' }),
      changed({ stamp: '-1:x:0' }),
      changed({ read: 'yesterday' }),
      changed({ key: 7 }),
      '['.repeat(100_000),
    ]) {
      await expect(reopen({ root, historyDir, session: hostile }), hostile.slice(0, 200)).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
    await expect(reopen({ root, historyDir, session: 7 as unknown as string })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const reopened = await reopen({ root, historyDir, session: state })
    expect(await edit(reopened, 'a.txt')).toMatchObject({ status: 'committed' })
  })

  test('does not let an exported state reach out of the roots', async () => {
    const { workspace, root, historyDir } = await open({ 'a.txt': TEXT })
    await workspace.read({ path: 'a.txt' })
    const secret = join(scratch(), 'secret.txt')
    writeFileSync(secret, 'two\n')
    const state = workspace.exportSession().replaceAll(JSON.stringify(join(root, 'a.txt')), JSON.stringify(secret))
    const outcome = await reopen({ root, historyDir, session: state }).catch(() => null)
    if (!outcome) return
    expect((await outcome.importantFiles()).map((file) => file.path)).not.toContain(secret)
    expect(await edit(outcome, secret)).toMatchObject({ error: { code: 'outside_workspace' } })
    await expect(outcome.modificationReminder(secret)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('ends with reset: records and watches, not listeners', async () => {
    const { workspace, path } = await open({ 'a.txt': TEXT, 'b.txt': TEXT })
    const changed = hear(workspace, 'change')
    const read = hear(workspace, 'read')
    await workspace.read({ path: 'a.txt' })
    await workspace.watch('a.txt')
    await workspace.reset()
    expect(await workspace.importantFiles()).toEqual([])
    expect(await workspace.checkFreshness('a.txt')).toMatchObject({ state: 'unread' })
    expect(await edit(workspace, 'a.txt')).toMatchObject({ error: { code: 'not_read' } })
    await workspace.watch('b.txt')
    writeFileSync(path('a.txt'), 'theirs\n')
    writeFileSync(path('b.txt'), 'theirs\n')
    await eventually('the change of b.txt is heard', () => changed.length > 0)
    expect(changed.every((event) => event.path === 'b.txt')).toBe(true)
    await workspace.read({ path: 'a.txt' })
    await eventually('the second reading is heard', () => read.length === 2)
  })

  test('knows the important files: the newest first, without what tools make', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt']
    const made = ['node_modules/x.js', '.git/config', '.cache/x', 'dist/x.js', 'sub/build/x.js']
    const { workspace, path } = await open(Object.fromEntries([...names, ...made].map((name) => [name, TEXT])))
    expect(await workspace.importantFiles()).toEqual([])
    for (const name of [...names, ...made]) await workspace.recordRead(name)
    const important = async (max?: number) => (await workspace.importantFiles(max)).map((file) => file.path)
    expect(await important()).toEqual(['f.txt', 'e.txt', 'd.txt', 'c.txt', 'b.txt'].map(path))
    expect(await edit(workspace, 'a.txt')).toMatchObject({ status: 'committed' })
    expect(await important(2)).toEqual(['a.txt', 'f.txt'].map(path))
    expect(await important(99)).toHaveLength(6)
    rmSync(path('f.txt'))
    writeFileSync(path('e.txt'), 'longer than before\n')
    const [, newest] = await workspace.importantFiles(2)
    expect(newest).toEqual({ path: path('e.txt'), usedAt: expect.any(Number), byteLength: 19 })
    expect(Math.abs(Date.now() - (newest?.usedAt ?? 0))).toBeLessThan(60_000)
  })
})

/** The events of one name, in order. */
function hear<Name extends keyof WorkspaceEvents>(
  workspace: Workspace,
  name: Name,
  options?: { readonly contents: boolean },
): WorkspaceEvents[Name][] {
  const heard: WorkspaceEvents[Name][] = []
  workspace.on(name, (event) => void heard.push(event), options)
  return heard
}

describe('events', () => {
  const at = expect.closeTo(Date.now(), -6) as number

  test('report reads', async () => {
    const { workspace, path } = await open({ 'sub/a.txt': TEXT })
    const heard = hear(workspace, 'read')
    await workspace.read({ path: 'sub/a.txt' })
    await workspace.read({ path: path('sub/a.txt'), offset: 2, limit: 1 })
    await eventually('two readings are heard', () => heard.length === 2)
    const { mtimeMs, size: byteLength } = statSync(path('sub/a.txt'))
    const event = { type: 'read', path: 'sub/a.txt', emittedAt: at, byteLength, modifiedAt: expect.closeTo(mtimeMs, 0) }
    expect(heard).toEqual([event, event])
  })

  test('report edits, with contents for listeners that asked', async () => {
    const { workspace } = await open({ 'a.txt': 'é\r\ntwo\r\n' })
    const plain = hear(workspace, 'edit')
    await workspace.read({ path: 'a.txt' })
    await edit(workspace, 'a.txt')
    await eventually('an edit is heard', () => plain.length === 1)
    const update = { type: 'edit', path: 'a.txt', emittedAt: at, change: 'updated' }
    expect(plain).toEqual([{ ...update, byteLength: 7 }])

    const full = hear(workspace, 'edit', { contents: true })
    await edit(workspace, 'a.txt', '2', 'two')
    await workspace.write({ path: 'new.txt', text: 'new\n' })
    await eventually('two more edits are heard', () => plain.length === 3 && full.length === 2)
    // The new file takes the CRLF of its neighbour; texts are reported with LF.
    expect(full).toEqual([
      { ...update, byteLength: 9, newText: 'é\ntwo\n', oldText: 'é\n2\n' },
      { ...update, path: 'new.txt', change: 'created', byteLength: 5, newText: 'new\n' },
    ])
    expect(plain.slice(1)).toEqual([
      { ...update, byteLength: 9 },
      { ...update, path: 'new.txt', change: 'created', byteLength: 5 },
    ])
  })

  test('report no dry runs and refusals', async () => {
    const { workspace } = await open({ 'a.txt': TEXT })
    const heard = hear(workspace, 'edit')
    await edit(workspace, 'a.txt')
    await workspace.read({ path: 'a.txt' })
    await workspace.edit({ path: 'a.txt', oldText: 'two', newText: '2', dryRun: true })
    await edit(workspace, 'a.txt', 'one', '1')
    await eventually('the one edit is heard', () => heard.length > 0)
    expect(heard).toHaveLength(1)
  })

  test('report a conflict once, with sizes and times', async () => {
    const { workspace, path } = await open({ 'a.txt': TEXT })
    const conflicts = hear(workspace, 'conflict')
    const reminders = hear(workspace, 'externalEdit')
    await workspace.read({ path: 'a.txt' })
    const { mtimeMs: lastModified } = statSync(path('a.txt'))
    const { readAt: lastRead } = await workspace.checkFreshness('a.txt')
    appendFileSync(path('a.txt'), '12345')
    utimesSync(path('a.txt'), 1_000, 1_000)
    await workspace.checkFreshness('a.txt')
    await edit(workspace, 'a.txt')
    await workspace.modificationReminder('a.txt')
    await workspace.modificationReminder('a.txt')
    await eventually('both are heard', () => conflicts.length > 0 && reminders.length > 0)
    const conflict = { type: 'conflict', path: 'a.txt', emittedAt: at, readAt: lastRead }
    expect(conflicts).toEqual([
      {
        ...conflict,
        readModifiedAt: expect.closeTo(lastModified, 0),
        modifiedAt: 1_000_000,
        byteLengthChange: 5,
        reminder: expect.stringContaining('a.txt was modified externally'),
      },
    ])
    expect(reminders).toEqual([
      { type: 'externalEdit', path: 'a.txt', emittedAt: at, reminder: expect.stringContaining('modified externally') },
    ])
    rmSync(path('a.txt'))
    await workspace.checkFreshness('a.txt')
    await eventually('the deletion is heard', () => conflicts.length === 2)
    expect(conflicts[1]).toMatchObject({ modifiedAt: null, byteLengthChange: -TEXT.length })
  })

  test('report changes from outside, while watching', async () => {
    const { workspace, path } = await open({ 'a.txt': TEXT, 'b.txt': TEXT })
    const heard = hear(workspace, 'change')
    await workspace.watch('a.txt', { id: 'one' })
    await workspace.watch('a.txt', { id: 'two' })
    await workspace.watch('b.txt', { id: 'two' })
    const previous = { modifiedAt: expect.closeTo(statSync(path('a.txt')).mtimeMs, 0), byteLength: TEXT.length }
    writeFileSync(path('a.txt'), 'theirs\n')
    await eventually('the change is heard', () => heard.some(({ current }) => current?.byteLength === 7))
    const event = heard.find(({ current }) => current?.byteLength === 7)
    expect({ ...event, ids: [...(event?.ids ?? [])].sort() }).toMatchObject({
      type: 'change',
      path: 'a.txt',
      emittedAt: at,
      ids: ['one', 'two'],
      current: { modifiedAt: expect.closeTo(statSync(path('a.txt')).mtimeMs, 0), byteLength: 7 },
    })
    expect(heard[0]?.previous).toEqual(previous)

    await workspace.unwatch('a.txt', { id: 'one' })
    heard.length = 0
    writeFileSync(path('a.txt'), 'theirs again\n')
    await eventually('the next change is heard', () => heard.length > 0)
    expect(heard[0]?.ids).toEqual(['two'])

    await workspace.unwatch('a.txt')
    heard.length = 0
    writeFileSync(path('a.txt'), 'unheard\n')
    writeFileSync(path('b.txt'), 'heard\n')
    await eventually('the change of the other is heard', () => heard.length > 0)
    expect(heard.every((event) => event.path === 'b.txt' && event.ids.join() === 'two')).toBe(true)
  })

  test('report files that come and go', async () => {
    const { workspace, path } = await open({})
    const heard = hear(workspace, 'change')
    await workspace.watch('later.txt')
    writeFileSync(path('later.txt'), '')
    appendFileSync(path('later.txt'), 'text')
    await eventually('it came', () => heard.some(({ current }) => current?.byteLength === 4))
    expect(heard[0]?.previous).toBeNull()
    rmSync(path('later.txt'))
    await eventually('it went', () => heard.at(-1)?.current === null)
    expect(heard.at(-1)?.previous).toMatchObject({ byteLength: 4 })
  })

  test('a watch distinguishes edits of its own session from edits of others', async () => {
    const { workspace, root, historyDir, path } = await open({ 'a.txt': TEXT, 'b.txt': TEXT })
    const other = await reopen({ root, historyDir, readFirst: 'off' })
    const [mine, theirs] = [hear(workspace, 'change'), hear(other, 'change')]
    for (const session of [workspace, other]) {
      for (const name of ['a.txt', 'b.txt']) await session.watch(name)
    }
    await workspace.recordRead('a.txt')
    expect(await edit(workspace, 'a.txt')).toMatchObject({ status: 'committed' })
    await eventually('the other session heard it', () => theirs.length > 0)
    writeFileSync(path('b.txt'), 'outside\n')
    await eventually('this one heard the next', () => mine.length > 0)
    expect(mine.every((event) => event.path === 'b.txt')).toBe(true)
  })

  test('a listener that throws breaks nothing', async () => {
    const { workspace, text } = await open({ 'a.txt': TEXT })
    const warnings: string[] = []
    const note = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', note)
    atEnd(() => void process.off('warning', note))
    const broken = (): never => {
      throw new Error('a listener is broken')
    }
    workspace.on('read', broken).on('edit', broken)
    const [read, edited] = [hear(workspace, 'read'), hear(workspace, 'edit')]
    expect(await workspace.read({ path: 'a.txt' })).toMatchObject({ status: 'ok' })
    expect(await edit(workspace, 'a.txt')).toMatchObject({ status: 'committed' })
    await eventually('the others are notified', () => read.length === 1 && edited.length === 1)
    await eventually('it is a warning', () => warnings.some((message) => message.includes('a listener is broken')))
    expect(text('a.txt')).toContain('2')
    workspace.off('read', broken)
    warnings.length = 0
    await workspace.read({ path: 'a.txt' })
    await eventually('the reading is heard', () => read.length === 2)
    expect(warnings).toEqual([])
  })

  test('an event that there is not is a mistake', async () => {
    const { workspace } = await open({})
    expect(() => workspace.on('file:gone' as 'read', () => {})).toThrow(/file:gone/)
  })
})

test('listeners and watches do not keep a process alive', async () => {
  const { root, historyDir } = await open({ 'a.txt': TEXT })
  const script = `
    import { Workspace } from ${JSON.stringify(pathToFileURL(join(ROOT, 'index.mjs')).href)}
    const workspace = await Workspace.open(${JSON.stringify({ root, historyDir })})
    for (const name of ['read', 'edit', 'conflict', 'externalEdit', 'change']) {
      workspace.on(name, () => {}, { contents: true })
    }
    await workspace.watch('a.txt')
    await workspace.watch('b.txt', { id: 'second' })
    await workspace.read({ path: 'a.txt' })
    await workspace.edit({ path: 'a.txt', oldText: 'two', newText: '2' })
    console.log('done')
  `
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect({ status: ended.status, signal: ended.signal, stdout: ended.stdout, stderr: ended.stderr }).toEqual({
    status: 0,
    signal: null,
    stdout: 'done\n',
    stderr: '',
  })
})
