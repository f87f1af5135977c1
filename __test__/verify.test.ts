// Transactions whose files are looked at in place before they count, and those that wait for them.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'

import { describe, expect, test } from 'vitest'

import type { TransactionOptions, VerifyRequest, WorkspaceTransaction } from '../index.js'
import {
  atEnd,
  CANCELLED_WITHIN_MS,
  deadlineMs,
  eventually,
  HELD_TO_A_DEADLINE,
  seededRandom,
  sleep,
} from './support.js'
import { committed, failed, HOST, open, reopen, tree, update } from './workspace-support.js'

/** Every kind of file and every kind of change. */
async function everything() {
  const bench = await open({
    'secret.txt': 'old',
    'tool.sh': '#!',
    'one.txt': 'linked',
    'gone.txt': 'gone',
    'from.bin': '\0',
  })
  const { path } = bench
  chmodSync(path('secret.txt'), 0o600)
  chmodSync(path('tool.sh'), 0o755)
  chmodSync(path('gone.txt'), 0o640)
  linkSync(path('one.txt'), path('two.txt'))
  symlinkSync('tool.sh', path('link'))
  symlinkSync('gone.txt', path('loose'))
  mkdirSync(path('empty'))
  return bench
}

async function changeEverything(tx: WorkspaceTransaction): Promise<string> {
  const answers = [
    await tx.write({ path: 'secret.txt', text: 'new' }),
    await tx.write({ path: 'link', text: 'through the link' }),
    await tx.edit({ path: 'one.txt', oldText: 'linked', newText: 'both' }),
    await tx.delete({ path: 'gone.txt' }),
    await tx.delete({ path: 'loose' }),
    await tx.rename({ from: 'from.bin', to: 'made/deep/to.bin' }),
    await tx.write({ path: 'empty/new.txt', text: 'new' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'staged'))
  return 'done'
}

describe('verify', () => {
  test('sees all files in place, and its approval commits them', async () => {
    const { workspace, path, text } = await everything()
    const requests: VerifyRequest[] = []
    const inode = statSync(path('one.txt')).ino
    const result = committed(
      await workspace.transaction(changeEverything, {
        verify: async (request) => {
          requests.push(request)
          expect([text('secret.txt'), text('tool.sh'), text('two.txt')]).toEqual(['new', 'through the link', 'both'])
          expect(existsSync(path('gone.txt'))).toBe(false)
          expect(readFileSync(path('made/deep/to.bin'))).toEqual(Buffer.from([0]))
          expect(await workspace.history()).toMatchObject({ total: 0 })
        },
      }),
    )
    expect(requests).toEqual([{ commitId: result.commitId, files: result.files }])
    expect(result).toMatchObject({ value: 'done', files: { length: 7 } })
    expect(statSync(path('secret.txt')).mode & 0o777).toBe(0o600)
    expect(statSync(path('tool.sh')).mode & 0o777).toBe(0o755)
    expect([statSync(path('one.txt')).ino, statSync(path('two.txt')).ino], 'one file still').toEqual([inode, inode])
    expect(await workspace.history()).toMatchObject({
      total: 1,
      rows: [{ commitId: result.commitId, undone: false }],
    })
  })

  const thrown = new Error('types do not fit')
  test.each<[string, () => boolean | Promise<boolean>, RegExp, unknown]>([
    ['answers false', () => false, /verify answered false/, undefined],
    ['answers false later', async () => sleep(5).then(() => false), /verify answered false/, undefined],
    [
      'throws',
      () => {
        throw thrown
      },
      /verify threw: types do not fit/,
      thrown,
    ],
    ['rejects with what is no error', () => Promise.reject('half \ud800'), /verify threw: half/, 'half \ud800'],
  ])('that %s restores every file', async (_name, answer, message, cause) => {
    const { workspace, root, path, text } = await everything()
    const before = tree(root)
    const inodes = ['one.txt', 'two.txt', 'gone.txt'].map((name) => statSync(path(name)).ino)
    const result = await workspace.transaction(changeEverything, {
      verify: () => {
        expect(text('secret.txt')).toBe('new')
        return answer()
      },
    })
    expect(failed(result, 'reverted')).toMatchObject({ code: 'verify_failed', message: expect.stringMatching(message) })
    expect((result as { cause?: unknown }).cause).toBe(cause)
    expect(tree(root)).toEqual(before)
    expect(['one.txt', 'two.txt', 'gone.txt'].map((name) => statSync(path(name)).ino)).toEqual(inodes)
    expect(await workspace.history()).toMatchObject({ total: 0 })
    committed(await workspace.transaction(changeEverything))
  })

  test('what somebody wrote meanwhile is left and named', async () => {
    const { workspace, path, text } = await open({ 'a.txt': 'a', 'b.txt': 'b' })
    const result = await workspace.transaction(
      async (tx) => {
        await tx.write({ path: 'a.txt', text: 'new' })
        await tx.write({ path: 'b.txt', text: 'new' })
      },
      { verify: () => (writeFileSync(path('a.txt'), 'formatted'), false) },
    )
    expect(failed(result, 'reverted').message).toMatch(/somebody else changed .*: a\.txt\./)
    expect([text('a.txt'), text('b.txt')]).toEqual(['formatted', 'b'])
  })

  test('may read but not await its own change on the same folders', async () => {
    const { workspace, root, historyDir, text } = await open({ 'a.txt': 'a', 'b.txt': 'b' })
    const other = await reopen({ root, historyDir })
    const verify = async () => {
      const inner = await other.transaction(update('b.txt', 'inner'))
      expect(failed(inner, 'refused')).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('for ever'),
      })
      expect(await workspace.undo()).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
    }
    committed(await workspace.transaction(update('a.txt', 'new'), { verify }))
    expect([text('a.txt'), text('b.txt')]).toEqual(['new', 'b'])
  })
})

/** A transaction that stays in verify until it is given its outcome. */
function held(bench: Awaited<ReturnType<typeof open>>, filePath: string, options: TransactionOptions = {}) {
  let release: (verdict: boolean) => void = () => {}
  const verdict = new Promise<boolean>((resolve) => (release = resolve))
  let isInPlace = false
  const result = bench.workspace.transaction(update(filePath, 'held'), {
    ...options,
    verify: () => ((isInPlace = true), verdict),
  })
  return {
    result,
    release: (answer: boolean) => release(answer),
    inPlace: () => eventually('in place', () => isInPlace),
  }
}

describe('two transactions at once', () => {
  test.each([true, false])('wait for each other, and each is whole (first one committed: %s)', async (verdict) => {
    const bench = await open({ 'a.txt': 'a', 'b.txt': 'b' })
    const other = await reopen({ root: bench.root, historyDir: bench.historyDir })
    const first = held(bench, 'a.txt')
    await first.inPlace()
    const ended: string[] = []
    const waiting = [bench.workspace, other].map((workspace, index) =>
      workspace
        .transaction(update(`${index}.txt`, 'x'))
        .then((result) => (ended.push(`waiting ${result.status}`), result)),
    )
    await sleep(100)
    expect(ended).toEqual([])
    expect(await other.history(), 'questions do not wait').toMatchObject({ total: 0 })
    first.release(verdict)
    expect((await first.result).status).toBe(verdict ? 'committed' : 'reverted')
    await Promise.all(waiting)
    expect(ended).toEqual(['waiting committed', 'waiting committed'])
    expect(bench.text('a.txt')).toBe(verdict ? 'held' : 'a')
    expect([bench.text('0.txt'), bench.text('1.txt')]).toEqual(['x', 'x'])
  })

  test('fifty of them on one file lose nothing', async () => {
    const { workspace, text } = await open({ 'n.txt': '0' }, { durability: 'fast' })
    const increment = async (): Promise<number> => {
      for (let tries = 1; ; tries += 1) {
        const result = await workspace.transaction(async (tx) => {
          const { text: content } = await tx.read({ path: 'n.txt' })
          await tx.write({ path: 'n.txt', text: `${Number(content) + 1}` })
        })
        if (result.status === 'committed') return tries
        expect(failed(result, 'refused').code).toBe('conflict')
      }
    }
    await Promise.all(Array.from({ length: 50 }, increment))
    expect(text('n.txt')).toBe('50')
  })

  test('a waiting one is cancelled at once, and the others continue', HELD_TO_A_DEADLINE, async () => {
    const bench = await open({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
    const first = held(bench, 'a.txt')
    await first.inPlace()
    const controller = new AbortController()
    const { signal } = controller
    const cancelled = [bench.workspace.transaction(update('b.txt', 'x'), { signal }), bench.workspace.undo({ signal })]
    const last = bench.workspace.transaction(update('c.txt', 'x'))
    await sleep(50)
    const startedAt = performance.now()
    controller.abort()
    for (const result of await Promise.all(cancelled))
      expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(performance.now() - startedAt).toBeLessThan(CANCELLED_WITHIN_MS)
    first.release(true)
    expect([(await first.result).status, (await last).status]).toEqual(['committed', 'committed'])
    expect([bench.text('b.txt'), bench.text('c.txt')]).toEqual(['b', 'x'])
  })
})

describe('a signal', () => {
  test('that aborts during verify puts everything back', async () => {
    const bench = await open({ 'a.txt': 'a' })
    const controller = new AbortController()
    const first = held(bench, 'a.txt', { signal: controller.signal })
    await first.inPlace()
    expect(bench.text('a.txt')).toBe('held')
    controller.abort()
    expect(failed(await first.result, 'reverted').code).toBe('cancelled')
    expect(bench.text('a.txt')).toBe('a')
  })

  test('that aborts during the body, or has aborted, leaves nothing', async () => {
    const { workspace, text } = await open({ 'a.txt': 'a' })
    const controller = new AbortController()
    const { signal } = controller
    const body = async (tx: WorkspaceTransaction) => {
      await tx.write({ path: 'a.txt', text: 'new' })
      controller.abort()
      await sleep(20)
      await tx.write({ path: 'a.txt', text: 'newer' })
    }
    for (const _ of [1, 2]) {
      expect(failed(await workspace.transaction(body, { signal }), 'refused').code).toBe('cancelled')
    }
    await sleep(50)
    expect(text('a.txt')).toBe('a')
  })
})

test('closing rolls back files in place, refuses waiting ones, and then throws', async () => {
  const bench = await open({ 'a.txt': 'a', 'b.txt': 'b' })
  const first = held(bench, 'a.txt')
  await first.inPlace()
  const waiting = bench.workspace.transaction(update('b.txt', 'x'))
  await sleep(20)
  await bench.workspace.close()
  expect([bench.text('a.txt'), bench.text('b.txt')]).toEqual(['a', 'b'])
  expect(failed(await first.result, 'reverted').code).toBe('closed')
  expect(failed(await waiting, 'refused').code).toBe('closed')
  await expect(bench.workspace.history()).rejects.toMatchObject({ code: 'closed' })
  await expect(bench.workspace.transaction(update('a.txt', 'x'))).rejects.toMatchObject({ code: 'closed' })
  const again = await reopen({ root: bench.root, historyDir: bench.historyDir })
  committed(await again.transaction(update('a.txt', 'x')))
})

describe('another process', () => {
  const argument = (bench: { root: string; historyDir: string }, rest: object): string =>
    JSON.stringify({ options: { root: bench.root, historyDir: bench.historyDir }, ...rest })

  test('that is killed in verify is rolled back by the first call of the next process', async () => {
    const bench = await everything()
    const before = tree(bench.root, true)
    const files = { 'one.txt': 'x', 'made/deep/x.txt': 'x', link: 'x' }
    const args = [HOST, argument(bench, { files, removed: ['gone.txt'], then: 'die' })]
    const { signal } = spawnSync(process.execPath, args)
    expect(signal).toBe('SIGKILL')
    expect(bench.text('two.txt'), 'it was in place').toBe('x')
    expect(existsSync(bench.path('gone.txt'))).toBe(false)
    const next = await reopen({ root: bench.root, historyDir: bench.historyDir })
    expect(await next.history()).toMatchObject({ status: 'ok', total: 0 })
    const after = tree(bench.root, true)
    // The file behind the link was replaced, and is another one with the same bytes and mode.
    const withoutInode = ({ 'tool.sh': tool, ...others }: Record<string, string>) => ({
      ...others,
      tool: tool?.split(' ').slice(0, 2),
    })
    expect(withoutInode(after)).toEqual(withoutInode(before))
  })

  test('is waited for while it verifies, and its commit is seen', async () => {
    const bench = await open({ 'a.txt': 'a', 'b.txt': 'b' })
    const child = spawn(process.execPath, [HOST, argument(bench, { files: { 'a.txt': 'theirs' }, then: 'wait' })])
    atEnd(() => void child.kill('SIGKILL'))
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    const controller = new AbortController()
    const cancelled = bench.workspace.transaction(update('b.txt', 'x'), { signal: controller.signal })
    const waiting = bench.workspace.transaction(update('b.txt', 'ours'))
    await sleep(100)
    controller.abort()
    expect(failed(await cancelled, 'refused').code).toBe('cancelled')
    expect(bench.text('b.txt')).toBe('b')
    child.stdin.write('go on\n')
    committed(await waiting)
    await exited
    expect([bench.text('a.txt'), bench.text('b.txt')]).toEqual(['theirs', 'ours'])
    expect(await bench.workspace.history()).toMatchObject({
      total: 2,
      rows: [{ message: 'update b.txt' }, { message: 'update a.txt' }],
    })
  })

  test('does not delay the end of a session without pending calls', async () => {
    const bench = await open({ 'a.txt': 'a', 'b.txt': 'b' })
    const child = spawn(process.execPath, [HOST, argument(bench, { files: { 'a.txt': 'theirs' }, then: 'wait' })])
    atEnd(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    const other = await reopen({ root: bench.root, historyDir: bench.historyDir })
    const waiting = bench.workspace.transaction(update('b.txt', 'ours'))
    await sleep(50)
    await other.transaction((tx) => tx.read({ path: 'b.txt' }))
    const startedAt = performance.now()
    await other.close()
    expect(performance.now() - startedAt).toBeLessThan(deadlineMs(1_000))
    // Nor does the death of the other process take anything with it.
    child.kill('SIGKILL')
    committed(await waiting)
    expect([bench.text('a.txt'), bench.text('b.txt')]).toEqual(['a', 'ours'])
  })

  test('that is killed at any moment leaves every transaction whole or absent', async () => {
    const random = seededRandom(20_261_122)
    const bench = await open()
    const names = ['a.txt', 'sub/b.txt', 'sub/deep/c.txt']
    let answered = 0
    for (let round = 0; round < 25; round += 1) {
      const files = Object.fromEntries(names.map((name) => [name, '']))
      const child = spawn(process.execPath, [HOST, argument(bench, { files, repeat: answered + 1 })])
      const exited = once(child, 'exit')
      let printed = ''
      child.stdout.on('data', (data: Buffer) => (printed += data.toString()))
      await once(child.stdout, 'data')
      await sleep(random() * 40)
      child.kill('SIGKILL')
      await exited
      const next = await reopen({ root: bench.root, historyDir: bench.historyDir })
      const history = await next.history({ limit: 1 })
      const held = names.map((name) => (existsSync(bench.path(name)) ? Number(bench.text(name)) : undefined))
      const number = held[1] ?? 0
      answered = Math.max(...printed.trim().split('\n').map(Number))
      expect(held, `round ${round}`).toEqual([number % 3 === 0 ? undefined : number, number, number])
      expect([answered, answered + 1], 'what was answered is there').toContain(number)
      expect(history, 'and in the history').toMatchObject({ total: number })
      const left = readdirSync(bench.root, { recursive: true, encoding: 'utf8' })
      expect(left.filter((name) => /\.scenewright-(tmp|part)$/.test(name))).toEqual([])
      await next.close()
      answered = number
    }
    expect(answered).toBeGreaterThan(25)
  })
})
