// The history of a workspace: what it says, and the way back and forth.
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { committed, open, reopen, tree, update } from './workspace-support.js'

describe('the history', () => {
  test('lists transactions from the newest, in pages', async () => {
    const { workspace } = await open({ 'a.txt': '0', 'b.txt': 'b' })
    const none = { rows: [], count: 0, total: 0, warnings: [] }
    expect(await workspace.history()).toEqual({ ok: true, status: 'ok', commitId: '0', ...none })
    const startedAt = Date.now()
    const ids: string[] = []
    for (const n of [1, 2, 3]) {
      const options = n === 2 ? { message: 'second' } : {}
      ids.unshift(committed(await workspace.transaction(update('a.txt', `${n}`), options)).commitId)
    }
    const moved = await workspace.transaction(async (tx) => {
      await tx.rename({ from: 'b.txt', to: 'c.txt' })
      await tx.write({ path: 'new.txt', text: 'x' })
    })
    ids.unshift(committed(moved).commitId)
    const all = await workspace.history()
    if (all.status === 'refused') throw new Error(all.error.message)
    expect(all.total).toBe(4)
    expect(all.rows.map(({ commitId: id }) => id)).toEqual(ids)
    expect(all.rows.map(({ message }) => message)).toEqual([
      'rename b.txt to c.txt and 1 other file',
      'update a.txt',
      'second',
      'update a.txt',
    ])
    expect(all.rows[0]).toEqual({
      commitId: ids[0],
      committedAt: expect.any(Number),
      tool: 'transaction',
      message: 'rename b.txt to c.txt and 1 other file',
      files: expect.arrayContaining([
        { path: 'c.txt', change: 'renamed', from: 'b.txt' },
        { path: 'new.txt', change: 'created' },
      ]),
      undone: false,
    })
    expect((all.rows[3]?.committedAt ?? 0) >= startedAt).toBe(true)
    expect(await workspace.history({ offset: 1, limit: 2 })).toMatchObject({
      total: 4,
      rows: [{ commitId: ids[1] }, { commitId: ids[2] }],
    })
  })

  test('forgets the oldest at its limit, and says so', async () => {
    const { workspace, text } = await open({}, { durability: 'fast', historyBytes: 128 << 10 })
    const contents = Array.from({ length: 12 }, () => randomBytes(16 << 10).toString('base64'))
    const ids: string[] = []
    for (const content of contents) ids.push(committed(await workspace.transaction(update('a.txt', content))).commitId)
    const history = await workspace.history()
    if (history.status === 'refused') throw new Error(history.error.message)
    expect(history.total).toBeGreaterThan(1)
    expect(history.total).toBeLessThan(12)
    expect(await workspace.undo({ commitId: ids[0] as string })).toMatchObject({
      status: 'refused',
      error: { code: 'not_found', hint: expect.stringMatching(/forgotten at the size limit/) },
    })
    for (let step = 1; step < history.total; step += 1) {
      expect(await workspace.undo()).toMatchObject({ status: 'committed' })
      expect(text('a.txt')).toBe(contents[contents.length - 1 - step])
    }
  })
})

describe('undo and redo', () => {
  test('go back and forth, also after closing and opening again', async () => {
    const bench = await open({ 'a.txt': 'old', 'tool.sh': '#!', 'gone.txt': 'gone', 'one.txt': '1' })
    const { root, historyDir, path } = bench
    chmodSync(path('tool.sh'), 0o755)
    chmodSync(path('gone.txt'), 0o600)
    symlinkSync('a.txt', path('link'))
    const before = tree(root)
    const { commitId: transactionId } = committed(
      await bench.workspace.transaction(async (tx) => {
        await tx.write({ path: 'a.txt', text: 'new' })
        await tx.rename({ from: 'tool.sh', to: 'bin/deep/tool.sh' })
        await tx.delete({ path: 'gone.txt' })
        await tx.rename({ from: 'link', to: 'bin/link' })
        await tx.write({ path: 'made/x.txt', text: 'x' })
      }),
    )
    const after = tree(root)
    let { workspace } = bench
    for (const round of [1, 2]) {
      await workspace.close()
      workspace = await reopen({ root, historyDir })
      const undone = await workspace.undo()
      expect(undone, `round ${round}`).toMatchObject({
        status: 'committed',
        undoneCommitId: transactionId,
        overwritten: [],
      })
      expect(tree(root), 'made folders are gone as well').toEqual(before)
      expect(await workspace.undo()).toMatchObject({ status: 'refused', error: { code: 'not_found' } })
      await workspace.close()
      workspace = await reopen({ root, historyDir })
      expect(await workspace.redo()).toMatchObject({ status: 'committed', redoneCommitId: transactionId })
      expect(tree(root)).toEqual(after)
      expect(await workspace.redo()).toMatchObject({ status: 'refused', error: { code: 'not_found' } })
    }
    expect(await workspace.history()).toMatchObject({ total: 5, rows: { length: 5 } })
  })

  test('keep a file of two names one file', async () => {
    const { workspace, path, text } = await open({ 'one.txt': 'old' })
    linkSync(path('one.txt'), path('two.txt'))
    committed(await workspace.transaction(update('one.txt', 'new')))
    expect(text('two.txt')).toBe('new')
    expect(await workspace.undo()).toMatchObject({ status: 'committed' })
    expect([text('one.txt'), text('two.txt')]).toEqual(['old', 'old'])
    expect(statSync(path('one.txt')).nlink).toBe(2)
  })

  test('leave a folder in which somebody else put something', async () => {
    const { workspace, path, text } = await open({})
    committed(await workspace.transaction(update('made/a.txt', 'x')))
    writeFileSync(path('made/theirs.txt'), 'theirs')
    expect(await workspace.undo()).toMatchObject({
      status: 'committed',
      files: [{ path: 'made/a.txt', change: 'deleted' }],
    })
    expect([existsSync(path('made/a.txt')), text('made/theirs.txt')]).toEqual([false, 'theirs'])
  })

  test('are refused where somebody changed a file since, unless forced', async () => {
    const { workspace, path, text } = await open({ 'a.txt': 'old', 'b.txt': 'b' })
    const { commitId: transactionId } = committed(
      await workspace.transaction(async (tx) => {
        await tx.write({ path: 'a.txt', text: 'new' })
        await tx.write({ path: 'b.txt', text: 'new' })
      }),
    )
    writeFileSync(path('a.txt'), 'theirs')
    const refused = await workspace.undo({ commitId: transactionId })
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'conflict', path: 'a.txt' } })
    expect([text('a.txt'), text('b.txt')]).toEqual(['theirs', 'new'])
    expect(await workspace.undo({ force: true })).toMatchObject({ status: 'committed', overwritten: ['a.txt'] })
    expect([text('a.txt'), text('b.txt')]).toEqual(['old', 'b'])
    expect(await workspace.redo()).toMatchObject({ status: 'committed' })
    expect(text('a.txt'), 'what was overwritten is in the history').toBe('theirs')
  })

  test('replace an empty folder that took the name of a file, if forced', async () => {
    const { workspace, path, text } = await open({ 'a.txt': 'old' })
    committed(await workspace.transaction(update('a.txt', 'new')))
    rmSync(path('a.txt'))
    mkdirSync(path('a.txt'))
    const refused = await workspace.undo()
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'conflict', path: 'a.txt' } })
    expect(refused).toMatchObject({ error: { message: expect.stringContaining('a.txt is an empty folder now') } })
    expect(await workspace.undo({ force: true })).toMatchObject({ status: 'committed', overwritten: ['a.txt'] })
    expect(text('a.txt')).toBe('old')
    expect(await workspace.redo()).toMatchObject({ status: 'committed' })
    expect(readdirSync(path('a.txt'))).toEqual([])
    expect(await workspace.undo({ force: true })).toMatchObject({ status: 'committed' })
    expect(text('a.txt')).toBe('old')
  })

  test('replace a file that took the name of a folder, if forced, and keep it in the history', async () => {
    const { workspace, path, text } = await open({ 'f/in/a.txt': 'old' })
    const { commitId } = committed(await workspace.transaction(update('f/in/a.txt', 'new')))
    rmSync(path('f'), { recursive: true })
    writeFileSync(path('f'), 'theirs')
    expect(await workspace.undo()).toMatchObject({ status: 'refused', error: { code: 'conflict' } })
    const forced = await workspace.undo({ commitId, path: 'f/in/a.txt', force: true })
    expect(forced).toMatchObject({ status: 'committed', overwritten: expect.arrayContaining(['f']) })
    expect(text('f/in/a.txt')).toBe('old')
    expect(await workspace.undo()).toMatchObject({ status: 'committed' })
    expect(text('f')).toBe('theirs')
    expect(await workspace.undo({ commitId, force: true })).toMatchObject({ status: 'committed' })
    expect(text('f/in/a.txt')).toBe('old')
  })

  test('leave a folder with something in it where a file was, with a warning, and name what it holds', async () => {
    const { workspace, path, text } = await open({ 'a.txt': 'old', 'b.txt': 'b' })
    committed(
      await workspace.transaction(async (tx) => {
        await tx.write({ path: 'a.txt', text: 'new' })
        await tx.write({ path: 'b.txt', text: 'B' })
      }),
    )
    rmSync(path('a.txt'))
    mkdirSync(path('a.txt/sub'), { recursive: true })
    writeFileSync(path('a.txt/theirs'), 'theirs')
    const refused = await workspace.undo()
    if (refused.status !== 'refused') throw new Error('not refused')
    expect(refused.error.message).toContain('a.txt is a folder with sub, theirs now')
    expect(refused.error.hint).toContain('elsewhere')
    const forced = await workspace.undo({ force: true })
    const stays = { code: 'left_alone', message: expect.stringContaining('The folder a.txt stays') }
    expect(forced).toMatchObject({
      status: 'committed',
      files: [{ path: 'b.txt' }],
      warnings: [stays],
      overwritten: [],
    })
    expect([text('a.txt/theirs'), text('b.txt')]).toEqual(['theirs', 'b'])
    expect(await workspace.redo()).toMatchObject({ status: 'committed' })
    expect([text('a.txt/theirs'), text('b.txt')]).toEqual(['theirs', 'B'])
  })

  test('name the change that put something into a folder in the place of a file', async () => {
    const { workspace, path } = await open({ 'a.txt': 'old' })
    const first = committed(await workspace.transaction(update('a.txt', 'new')))
    rmSync(path('a.txt'))
    const second = committed(await workspace.transaction((tx) => tx.write({ path: 'a.txt/in.txt', text: 'x' })))
    const refused = await workspace.undo({ commitId: first.commitId })
    expect(refused).toMatchObject({ error: { message: expect.stringContaining(`by ${second.commitId}`) } })
  })

  test('by id, any transaction whose files are as it left them', async () => {
    const { workspace, text } = await open({ 'a.txt': 'a', 'b.txt': 'b' })
    const first = committed(await workspace.transaction(update('a.txt', 'A')))
    committed(await workspace.transaction(update('b.txt', 'B')))
    expect(await workspace.undo({ commitId: first.commitId })).toMatchObject({ undoneCommitId: first.commitId })
    expect([text('a.txt'), text('b.txt')]).toEqual(['a', 'B'])
    expect(await workspace.undo({ commitId: first.commitId })).toMatchObject({ error: { code: 'no_change' } })
    expect(await workspace.undo({ commitId: 'none' })).toMatchObject({ error: { code: 'not_found' } })
    expect(await workspace.redo({ commitId: first.commitId })).toMatchObject({ redoneCommitId: first.commitId })
    expect(text('a.txt')).toBe('A')
  })

  test('of a verified deletion restores the file with its mode', async () => {
    const { workspace, path } = await open({ 'a.bin': Buffer.from([0, 255, 1]) })
    chmodSync(path('a.bin'), 0o600)
    committed(await workspace.transaction((tx) => tx.delete({ path: 'a.bin' }), { verify: () => true }))
    expect(existsSync(path('a.bin'))).toBe(false)
    expect(await workspace.undo()).toMatchObject({ files: [{ path: 'a.bin', change: 'created' }] })
    expect(readFileSync(path('a.bin'))).toEqual(Buffer.from([0, 255, 1]))
    expect(statSync(path('a.bin')).mode & 0o777).toBe(0o600)
  })
})
