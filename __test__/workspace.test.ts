// Transactions on any folder: what a body may do, and what is on disk then.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { RefusedError, ScenewrightError, unwrap, Workspace } from 'scenewright'
import type { WorkspaceOptions, WorkspaceTransaction } from '../index.js'
import { scratch } from './support.js'
import { committed, failed, HOST, open, reopen, tree, update } from './workspace-support.js'

describe('a transaction', () => {
  test('changes all its files at once, and nothing before its body has returned', async () => {
    const { workspace, root, text } = await open({
      'a.txt': 'one two',
      'sub/b.txt': 'old',
      'gone.txt': 'x',
      'from.bin': 'y',
    })
    const before = tree(root)
    const result = committed(
      await workspace.transaction(async (tx) => {
        expect(await tx.edit({ path: 'a.txt', oldText: 'one', newText: '1' })).toEqual({
          ok: true,
          status: 'staged',
          change: 'updated',
          replacements: 1,
          lines: [1],
        })
        expect(await tx.write({ path: 'sub/b.txt', text: 'new' })).toEqual({
          ok: true,
          status: 'staged',
          change: 'updated',
        })
        expect(await tx.write({ path: 'x/y/c.txt', text: 'made' })).toEqual({
          ok: true,
          status: 'staged',
          change: 'created',
        })
        expect(await tx.delete({ path: 'gone.txt' })).toMatchObject({ status: 'staged', change: 'deleted' })
        expect(await tx.rename({ from: 'from.bin', to: 'x/to.bin' })).toMatchObject({ change: 'renamed' })
        const { text: content } = await tx.read({ path: 'a.txt' })
        expect(await tx.try.read({ path: 'from.bin' })).toMatchObject({
          status: 'refused',
          error: { code: 'not_found' },
        })
        expect(tree(root)).toEqual(before)
        return content
      }),
    )
    expect(result).toEqual({
      ok: true,
      status: 'committed',
      commitId: expect.stringMatching(/^[0-9a-f]{32}$/),
      value: '1 two',
      warnings: [],
      files: [
        { path: 'a.txt', change: 'updated' },
        { path: 'sub/b.txt', change: 'updated' },
        { path: 'x/y/c.txt', change: 'created' },
        { path: 'gone.txt', change: 'deleted' },
        { path: 'x/to.bin', change: 'renamed', from: 'from.bin' },
      ],
    })
    expect([text('a.txt'), text('sub/b.txt'), text('x/y/c.txt'), text('x/to.bin')]).toEqual([
      '1 two',
      'new',
      'made',
      'y',
    ])
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'sub', 'x'])
  })

  test('whose body throws rejects with that very error and has written nothing', async () => {
    const { workspace, root, historyDir } = await open({ 'a.txt': 'old' })
    const thrown = new Error('mine')
    const body = async (tx: WorkspaceTransaction) => {
      await tx.write({ path: 'a.txt', text: 'new' })
      throw thrown
    }
    await expect(workspace.transaction(body)).rejects.toBe(thrown)
    expect(tree(root)).toEqual({ 'a.txt': expect.stringContaining(Buffer.from('old').toString('hex')) })
    expect(existsSync(historyDir), 'opening and drafting make nothing').toBe(false)
  })

  test('whose body answers false is reverted', async () => {
    const { workspace, text } = await open({ 'a.txt': 'old' })
    const result = await workspace.transaction(async (tx) => (await tx.write({ path: 'a.txt', text: 'new' })) && false)
    expect(failed(result, 'reverted')).toMatchObject({
      code: 'verify_failed',
      message: expect.stringContaining('body'),
    })
    expect(text('a.txt')).toBe('old')
  })

  test('that changes nothing in the end has no entry in the history', async () => {
    const { workspace } = await open({ 'a.txt': 'same' })
    const result = committed(await workspace.transaction(update('a.txt', 'same'), { verify: () => false }))
    expect(result.files).toEqual([])
    expect(await workspace.history()).toMatchObject({ status: 'ok', total: 0 })
  })

  test('that has ended takes no more calls', async () => {
    const { workspace } = await open({ 'a.txt': 'old' })
    let kept: WorkspaceTransaction | undefined
    await workspace.transaction((tx) => void (kept = tx))
    await expect(kept?.write({ path: 'a.txt', text: 'x' })).rejects.toMatchObject({ code: 'closed' })
    await expect(kept?.read({ path: 'a.txt' })).rejects.toBeInstanceOf(ScenewrightError)
  })

  test('is refused when somebody changed what it had looked at', async () => {
    const { workspace, path, text } = await open({ 'a.txt': 'old', 'b.txt': 'read', 'c.txt': 'c' })
    for (const touched of ['a.txt', 'b.txt']) {
      const result = await workspace.transaction(async (tx) => {
        await tx.read({ path: 'b.txt' })
        await tx.write({ path: 'a.txt', text: 'new' })
        await tx.write({ path: 'c.txt', text: 'new' })
        writeFileSync(path(touched), `theirs ${touched}`)
      })
      expect(failed(result, 'refused')).toMatchObject({ code: 'conflict', path: touched, line: 1 })
      expect(failed(result, 'refused').message).toContain('The other change is at line 1.')
      expect([text(touched), text('c.txt')]).toEqual([`theirs ${touched}`, 'c'])
    }
  })

  test('a call that was not awaited is part of it', async () => {
    const { workspace, text } = await open({ 'a.txt': 'old' })
    committed(await workspace.transaction((tx) => void tx.write({ path: 'a.txt', text: 'new' })))
    expect(text('a.txt')).toBe('new')
  })
})

describe('a call of the body that is refused leaves the draft as it was', () => {
  const lines = 'aa\nbb\naa\n'
  const cases: [string, (tx: WorkspaceTransaction) => Promise<unknown>, string, RegExp][] = [
    [
      'no match',
      (tx) => tx.try.edit({ path: 'a.txt', oldText: 'cc', newText: 'd' }),
      'no_match',
      /^String to replace not found in file\.\nString: cc/,
    ],
    [
      'ambiguous',
      (tx) => tx.try.edit({ path: 'a.txt', oldText: 'aa', newText: 'd' }),
      'ambiguous_match',
      /^Found 2 matches of the string to replace, but replaceAll is false\.[\s\S]*lines 1, 3/,
    ],
    [
      'count',
      (tx) => tx.try.edit({ path: 'a.txt', oldText: 'aa', newText: 'd', expectedReplacements: 3 }),
      'count_mismatch',
      /3.*2 times/,
    ],
    [
      'no change',
      (tx) => tx.try.edit({ path: 'a.txt', oldText: 'aa', newText: 'aa' }),
      'no_change',
      /exactly the same/,
    ],
    ['exists', (tx) => tx.try.edit({ path: 'a.txt', oldText: '', newText: 'aa' }), 'already_exists', /already exists/],
    [
      'missing',
      (tx) => tx.try.edit({ path: 'a.text', oldText: 'a', newText: 'b' }),
      'not_found',
      /^File does not exist\. Did you mean a\.txt\?$/,
    ],
    ['binary', (tx) => tx.try.edit({ path: 'bin', oldText: 'a', newText: 'b' }), 'binary_file', /not text/],
    ['binary write', (tx) => tx.try.write({ path: 'bin', text: 'b' }), 'binary_file', /not text/],
    ['folder', (tx) => tx.try.write({ path: 'sub', text: 'b' }), 'invalid_input', /a folder/],
    ['folder delete', (tx) => tx.try.delete({ path: 'sub' }), 'invalid_input', /a folder/],
    ['beneath a file', (tx) => tx.try.write({ path: 'a.txt/b', text: 'b' }), 'invalid_input', /not a folder/],
    ['fifo', (tx) => tx.try.read({ path: 'pipe' }), 'invalid_input', /FIFO/],
    ['up', (tx) => tx.try.read({ path: '../x' }), 'outside_workspace', /is outside the workspace/],
    ['absolute', (tx) => tx.try.write({ path: '/etc/scenewright-test', text: '' }), 'outside_workspace', /outside/],
    ['link out', (tx) => tx.try.write({ path: 'out', text: 'b' }), 'outside_workspace', /leads out/],
    ['folder link out', (tx) => tx.try.write({ path: 'outer/x', text: 'b' }), 'outside_workspace', /leads out/],
    ['nul', (tx) => tx.try.read({ path: 'a\0b' }), 'outside_workspace', /NUL/],
    [
      'name of a temporary',
      (tx) => tx.try.write({ path: 'sub/.x.0123456789abcdef0123456789abcdef.scenewright-tmp', text: '' }),
      'invalid_input',
      /temporary files/,
    ],
    ['empty path', (tx) => tx.try.read({ path: '' }), 'invalid_input', /empty/],
    ['target exists', (tx) => tx.try.rename({ from: 'bin', to: 'a.txt' }), 'already_exists', /exists already/],
    ['no source', (tx) => tx.try.rename({ from: 'none', to: 'b' }), 'not_found', /does not exist/],
    ['itself', (tx) => tx.try.rename({ from: 'a.txt', to: './a.txt' }), 'no_change', /same file/],
    ['delete nothing', (tx) => tx.try.delete({ path: 'none' }), 'not_found', /does not exist/],
    ['too large', (tx) => tx.try.write({ path: 'a.txt', text: 'x'.repeat(1001) }), 'too_large', /1001/],
    ['too large to read', (tx) => tx.try.read({ path: 'large' }), 'too_large', /1001/],
    ['wrong type', (tx) => tx.try.read({ path: 7 as unknown as string }), 'invalid_input', /path must be a string/],
  ]
  test.each(cases)('%s', async (_name, call, code, message) => {
    const { workspace, root, path } = await open(
      { 'a.txt': lines, bin: Buffer.from([1, 0, 2]), 'sub/x': 'x', large: 'x'.repeat(1001) },
      { limits: { fileBytes: 1000 } },
    )
    const elsewhere = scratch()
    writeFileSync(join(elsewhere, 'x'), 'theirs')
    symlinkSync(join(elsewhere, 'x'), path('out'))
    symlinkSync(elsewhere, path('outer'))
    spawnSync('mkfifo', [path('pipe')])
    const result = await workspace.transaction(async (tx) => {
      expect(await call(tx)).toMatchObject({
        status: 'refused',
        error: { code, message: expect.stringMatching(message) },
      })
      expect(await tx.edit({ path: 'a.txt', oldText: 'bb', newText: 'B' })).toMatchObject({
        ok: true,
        status: 'staged',
      })
      return tx.read({ path: 'a.txt' })
    })
    expect(committed(result)).toMatchObject({ value: { text: 'aa\nB\naa\n' }, files: [{ path: 'a.txt' }] })
    expect(readFileSync(join(elsewhere, 'x'), 'utf8')).toBe('theirs')
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'bin', 'large', 'out', 'outer', 'pipe', 'sub'])
  })
})

describe('a refused step', () => {
  const FILES = { 'a.txt': 'a', 'b.txt': 'b' }

  test('refuses the whole transaction with its error, and what ran before it is dropped', async () => {
    const { workspace, text } = await open(FILES)
    let after = false
    const result = await workspace.transaction(async (tx) => {
      await tx.write({ path: 'a.txt', text: 'new' })
      await tx.edit({ path: 'missing.txt', oldText: 'x', newText: 'y' })
      after = true
    })
    expect(failed(result, 'refused')).toMatchObject({ code: 'not_found' })
    expect(after).toBe(false)
    expect([text('a.txt'), text('b.txt')]).toEqual(['a', 'b'])
    const history = await workspace.history()
    expect(history).toMatchObject({ rows: [] })
  })

  test('refuses the whole also when the body catches the error', async () => {
    const { workspace, text } = await open(FILES)
    const caught: unknown[] = []
    const result = await workspace.transaction(async (tx) => {
      await tx.delete({ path: 'none' }).catch((thrown: unknown) => caught.push(thrown))
      await tx.write({ path: 'a.txt', text: 'new' })
    })
    expect(failed(result, 'refused')).toMatchObject({ code: 'not_found' })
    expect(caught[0]).toBeInstanceOf(RefusedError)
    expect(caught[0]).toMatchObject({ name: 'RefusedError', code: 'not_found', failure: { code: 'not_found' } })
    expect(text('a.txt')).toBe('a')
  })

  test('is returned by `try`, and the rest is committed', async () => {
    const { workspace, text } = await open(FILES)
    const result = await workspace.transaction(async (tx) => {
      const attempt = await tx.try.edit({ path: 'a.txt', oldText: 'none', newText: 'x' })
      await tx.write({ path: 'b.txt', text: 'new' })
      return attempt.status
    })
    expect(committed(result).value).toBe('refused')
    expect([text('a.txt'), text('b.txt')]).toEqual(['a', 'new'])
  })

  test('does not hide an error of the body itself', async () => {
    const { workspace, text } = await open(FILES)
    const own = new Error('mine')
    const result = workspace.transaction(async (tx) => {
      await tx.write({ path: 'a.txt', text: 'new' })
      await tx.delete({ path: 'none' }).catch(() => {
        throw own
      })
    })
    await expect(result).rejects.toBe(own)
    expect(text('a.txt')).toBe('a')
  })

  test('of another transaction is an error like any other', async () => {
    const { workspace } = await open(FILES)
    const foreign = new RefusedError({ code: 'no_match', group: 'refusal', message: 'elsewhere' })
    const result = workspace.transaction(() => {
      throw foreign
    })
    await expect(result).rejects.toBe(foreign)
  })

  test('the body cannot end the draft, and its steps work without their object', async () => {
    const { workspace, text } = await open(FILES)
    const result = await workspace.transaction(async ({ write, ...rest }) => {
      await write({ path: 'a.txt', text: 'new' })
      return Object.keys(rest).sort()
    })
    expect(committed(result).value).toEqual(['delete', 'edit', 'read', 'rename', 'try'])
    expect(text('a.txt')).toBe('new')
  })
})

test('unwrap returns a result that succeeded, and throws a refusal with its kind', async () => {
  const { workspace } = await open({ 'a.txt': 'a' })
  expect(unwrap(await workspace.read({ path: 'a.txt' })).status).toBe('ok')
  const refused = await workspace.read({ path: 'none.txt' })
  expect(() => unwrap(refused)).toThrow(RefusedError)
  expect(() => unwrap(refused)).toThrow('File does not exist.')
})

describe('bytes', () => {
  const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  test.each<[string, Buffer, Buffer, Buffer]>([
    ['CRLF', Buffer.from('a\r\nb\r\n'), Buffer.from('a\r\nB\r\n'), Buffer.from('x\r\ny')],
    ['a byte order mark', Buffer.from('\ufeffa\nb\n'), Buffer.from('\ufeffa\nB\n'), Buffer.from('\ufeffx\ny')],
    ['UTF-16 with CRLF', utf16('a\r\nb\r\n'), utf16('a\r\nB\r\n'), utf16('x\r\ny')],
  ])('%s is kept by edits and writes', async (_name, before, edited, written) => {
    const { workspace, path } = await open({ 'a.txt': before, 'b.txt': before })
    committed(
      await workspace.transaction(async (tx) => {
        await tx.edit({ path: 'a.txt', oldText: 'a\nb', newText: 'a\nB' })
        await tx.write({ path: 'b.txt', text: 'x\r\ny' })
        await tx.write({ path: 'new.txt', text: 'x\r\ny' })
      }),
    )
    expect(readFileSync(path('a.txt'))).toEqual(edited)
    expect(readFileSync(path('b.txt'))).toEqual(written)
    expect(readFileSync(path('new.txt')), 'a new file is UTF-8 with LF').toEqual(Buffer.from('x\ny'))
  })

  test('a new file gets the line ends of its repository where it is asked for', async () => {
    const { workspace, text } = await open({ 'src/a.cs': 'a\r\n', '.gitattributes': '*.sh eol=lf\n' })
    const lineEnds = 'repository'
    committed(
      await workspace.transaction(async (tx) => {
        await tx.write({ path: 'src/b.cs', text: 'x\ny\n', lineEnds })
        await tx.write({ path: 'src/run.sh', text: 'x\r\n', lineEnds })
        await tx.write({ path: 'src/c.cs', text: 'x\ny\n', lineEnds: 'lf' })
        const refused = await tx.try.write({ path: 'd', text: '', lineEnds: 'crlf' as 'lf' })
        expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
      }),
    )
    expect([text('src/b.cs'), text('src/run.sh'), text('src/c.cs')]).toEqual(['x\r\ny\r\n', 'x\n', 'x\ny\n'])
  })

  test('a renamed file keeps bytes and mode whatever it holds, and a link is moved and removed as a link', async () => {
    const bytes = Buffer.from([0, 159, 146, 150, 13, 10])
    const { workspace, path, text, root } = await open({ 'tool.bin': bytes, 'target.txt': 'here' })
    chmodSync(path('tool.bin'), 0o755)
    symlinkSync('target.txt', path('link'))
    symlinkSync('nowhere', path('dangling'))
    committed(
      await workspace.transaction(async (tx) => {
        await tx.rename({ from: 'tool.bin', to: 'bin/tool' })
        await tx.rename({ from: 'link', to: 'moved' })
        await tx.delete({ path: 'dangling' })
        expect(await tx.read({ path: 'moved' })).toMatchObject({ text: 'here' })
        await tx.write({ path: 'moved', text: 'there' })
      }),
    )
    expect(readFileSync(path('bin/tool'))).toEqual(bytes)
    expect(statSync(path('bin/tool')).mode & 0o777).toBe(0o755)
    expect([readlinkSync(path('moved')), text('target.txt')]).toEqual(['target.txt', 'there'])
    expect(readdirSync(root).sort()).toEqual(['bin', 'moved', 'target.txt'])
  })

  test('a file can take the place of a link, and of another file when that is asked for', async () => {
    const { workspace, path, text } = await open({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
    symlinkSync('c.txt', path('link'))
    const { commitId: transactionId } = committed(
      await workspace.transaction(async (tx) => {
        await tx.rename({ from: 'a.txt', to: 'b.txt', overwrite: true })
        await tx.delete({ path: 'link' })
        await tx.write({ path: 'link', text: 'a file now' })
      }),
    )
    expect([text('b.txt'), text('link'), text('c.txt')]).toEqual(['a', 'a file now', 'c'])
    expect(lstatSync(path('link')).isFile()).toBe(true)
    expect(await workspace.undo({ commitId: transactionId })).toMatchObject({ status: 'committed' })
    expect([text('a.txt'), text('b.txt'), readlinkSync(path('link'))]).toEqual(['a', 'b', 'c.txt'])
  })
})

describe('paths', () => {
  test('a file is the same by every path that leads to it', async () => {
    const { workspace, root, path, text } = await open({ 'sub/a.txt': '1' })
    const link = join(scratch(), 'link')
    symlinkSync(root, link)
    symlinkSync('sub', path('folder'))
    symlinkSync('sub/a.txt', path('file'))
    const names = [
      'sub/a.txt',
      './sub/../sub/a.txt',
      path('sub/a.txt'),
      join(link, 'sub/a.txt'),
      'folder/a.txt',
      'file',
    ]
    const result = await workspace.transaction(async (tx) => {
      for (const [index, name] of names.entries()) {
        const edit = { path: name, oldText: `${index + 1}`, newText: `${index + 2}` }
        expect(await tx.edit(edit), name).toMatchObject({ status: 'staged' })
      }
      await tx.write({ path: 'folder/new/x', text: 'x' })
      expect(await tx.read({ path: 'sub/new/x' })).toMatchObject({ text: 'x' })
    })
    expect(committed(result).files).toEqual([
      { path: 'sub/a.txt', change: 'updated' },
      { path: 'sub/new/x', change: 'created' },
    ])
    expect(text('sub/a.txt')).toBe('7')
  })

  test('several roots are one workspace, whatever their order', async () => {
    const [first, second, historyDir] = [scratch(), scratch(), scratch()]
    writeFileSync(join(first, 'a'), '1')
    const workspace = await reopen({ roots: [first, second], historyDir })
    const result = await workspace.transaction(async (tx) => {
      await tx.write({ path: 'a', text: '2' })
      await tx.rename({ from: 'a', to: join(second, 'b') })
    })
    expect(committed(result).files).toEqual([{ path: join(realpathSync(second), 'b'), change: 'renamed', from: 'a' }])
    const turned = await reopen({ roots: [second, first], historyDir })
    expect(await turned.undo()).toMatchObject({ status: 'committed' })
    expect(readFileSync(join(first, 'a'), 'utf8')).toBe('1')
    expect(existsSync(join(second, 'b'))).toBe(false)
  })

  test('the history cannot be edited, also if it is inside a root', async () => {
    const root = scratch()
    const workspace = await reopen({ root, historyDir: join(root, 'state') })
    committed(await workspace.transaction(update('a', '1')))
    const [folder] = readdirSync(join(root, 'state'))
    await workspace.transaction(async (tx) => {
      const answer = await tx.try.write({ path: `state/${folder}/journal`, text: 'x' })
      expect(answer).toMatchObject({
        status: 'refused',
        error: { code: 'invalid_input', message: expect.stringMatching(/history/) },
      })
    })
  })

  test('options that make no sense are named', async () => {
    const root = scratch()
    const cases: [unknown, RegExp][] = [
      [{}, /give root/],
      [{ root, roots: [root] }, /give root/],
      [{ root: join(root, 'none') }, /There is no folder/],
      [{ root, durability: 'slow' }, /durability must be "fsync" or "fast"/],
      [{ root, historyDir: 7 }, /historyDir/],
      [{ root, historyBytes: 1 }, /historyBytes/],
      [{ root, limits: { fileByte: 1 } }, /Did you mean fileBytes/],
    ]
    for (const [options, message] of cases) {
      const opened = Workspace.open(options as WorkspaceOptions)
      await expect(opened, JSON.stringify(options)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(message),
      })
    }
  })

  test.skipIf(process.platform !== 'linux')(
    'without an option the state is in the state folder of the user, for its owner alone',
    async () => {
      const [root, home] = [scratch(), scratch()]
      writeFileSync(join(root, 'a'), 'old')
      const env = (variables: object) => ({
        ...process.env,
        SCENEWRIGHT_STATE_DIR: '',
        XDG_STATE_HOME: '',
        HOME: home,
        ...variables,
      })
      const args = [HOST, JSON.stringify({ options: { root }, files: { a: 'new' } })]
      for (const [variables, place] of [
        [{}, '.local/state/scenewright'],
        [{ XDG_STATE_HOME: join(home, 'xdg') }, 'xdg/scenewright'],
        [{ SCENEWRIGHT_STATE_DIR: join(home, 'own') }, 'own'],
      ] as const) {
        writeFileSync(join(root, 'a'), 'old')
        expect(spawnSync(process.execPath, args, { env: env(variables), input: '' }).status).toBe(0)
        const [folder] = readdirSync(join(home, place))
        expect(folder).toMatch(/^[0-9a-f]{32}$/)
        expect(statSync(join(home, place, folder as string)).mode & 0o777).toBe(0o700)
        expect(readdirSync(join(home, place, folder as string))).toContain('journal')
      }
    },
  )
})
