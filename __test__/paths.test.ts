// Files that are not like others: protected ones, those with several names or privileges, and those whose names are no
// text.
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { FileToolAnswer, WorkspaceTransaction } from '../index.js'
import { scratch } from './support.js'
import { committed, failed, open, reopen, tree, update } from './workspace-support.js'

const isLinux = process.platform === 'linux'

describe('protected files', () => {
  test('a transaction refuses to write, remove and rename them, and to write them through links', async () => {
    const { workspace, path, text } = await open({ '.git/config': 'old', '.git/hooks/readme': '', 'a.txt': 'a' })
    symlinkSync('.git/hooks', path('link'))
    const before = tree(path('.git'))
    const bodies: ((tx: WorkspaceTransaction) => Promise<unknown>)[] = [
      update('.git/config', 'new'),
      update('.GIT/config', 'new'),
      update('link/pre-commit', 'new'),
      update('.scenewright/x', 'new'),
      (tx) => tx.edit({ path: '.git/config', oldText: 'old', newText: 'new' }),
      (tx) => tx.delete({ path: '.git/config' }),
      (tx) => tx.rename({ from: '.git/config', to: 'b.txt' }),
      (tx) => tx.rename({ from: 'a.txt', to: 'deep/.git' }),
    ]
    for (const body of bodies) {
      const error = failed(await workspace.transaction(body), 'refused')
      expect(error, String(body)).toMatchObject({ code: 'not_permitted' })
    }
    expect(text('.git/config')).toBe('old')
    expect(tree(path('.git'))).toEqual(before)
    const read = await workspace.transaction((tx) => tx.read({ path: '.git/config' }))
    expect(committed(read).value).toMatchObject({ text: 'old' })
  })

  test('a host names those that may be written; an undo by a session that may not is refused', async () => {
    const { workspace, root, historyDir, text } = await open(
      { '.git/info/exclude': 'old\n' },
      { allowWrite: ['/.git/info/exclude'], readFirst: 'off' },
    )
    const edited = await workspace.edit({ path: '.git/info/exclude', oldText: 'old', newText: 'new' })
    expect(edited.status).toBe('committed')
    expect((await workspace.write({ path: '.git/config', text: '' })).status).toBe('refused')
    const other = await reopen({ root, historyDir })
    expect(await other.undo()).toMatchObject({ status: 'refused', error: { code: 'not_permitted' } })
    expect(text('.git/info/exclude')).toBe('new\n')
    expect((await workspace.undo()).status).toBe('committed')
    expect(text('.git/info/exclude')).toBe('old\n')
    await expect(reopen({ root, historyDir, allowWrite: ['a\nb'] })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('several names and privileges', () => {
  test.skipIf(process.platform === 'win32')('every interface reports them', async () => {
    const { workspace, path } = await open({ 'a.txt': 'one\n', 'b.txt': 'one\n' }, { readFirst: 'off' })
    linkSync(path('a.txt'), join(scratch(), 'outside'))
    chmodSync(path('b.txt'), 0o4755)
    const edited = await workspace.callTool('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' })
    expect(edited.warnings).toEqual([expect.stringMatching(/^Warning: a\.txt has 2 names/)])
    expect(edited.assistant).toContain('a.txt has 2 names')
    const both = committed(
      await workspace.transaction(async (tx) => {
        await tx.write({ path: 'a.txt', text: 'three\n' })
        await tx.write({ path: 'b.txt', text: 'three\n' })
      }),
    )
    expect(both.warnings).toEqual([
      { code: 'hard_link', message: expect.stringContaining('a.txt has 2 names') },
      { code: 'privileges', message: expect.stringContaining('b.txt lost its set-user-ID bit') },
    ])
    expect(statSync(path('b.txt')).mode & 0o7777).toBe(0o755)
    const undone = await workspace.undo()
    expect(undone).toMatchObject({
      status: 'committed',
      warnings: [{ code: 'hard_link', message: expect.stringContaining('2 names') }],
    })
  })
})

describe.skipIf(!isLinux)('names that are not UTF-8', () => {
  const BYTE = 'caf\\xe9/a\\xff.txt'
  const CHARACTERS = 'a\\x5cxff.txt'

  async function bench() {
    const opened = await open({ 'a\\xff.txt': 'the characters\n' })
    const raw = (text: string) => Buffer.concat([Buffer.from(`${opened.root}/`), Buffer.from(text, 'latin1')])
    mkdirSync(raw('caf\xe9'))
    writeFileSync(raw('caf\xe9/a\xff.txt'), 'the byte\n')
    return { ...opened, bytes: raw('caf\xe9/a\xff.txt'), raw }
  }
  const call = async (
    workspace: { callTool: (name: string, args: object) => Promise<FileToolAnswer> },
    name: string,
    args: object,
  ) => {
    const answer = await workspace.callTool(name, args)
    expect(answer.result, String(answer.message)).toBe(true)
    return answer
  }

  test('are listed in a form that every tool takes', async () => {
    const { workspace, bytes, text, root } = await bench()
    const globbed = await call(workspace, 'Glob', { pattern: '**/*.txt' })
    expect([...(globbed['filenames'] as string[])].sort()).toEqual([CHARACTERS, BYTE].sort())
    const grepped = await call(workspace, 'Grep', { pattern: 'the byte' })
    expect(grepped['filenames']).toEqual([BYTE])
    expect((await call(workspace, 'LS', { path: '.' }))['tree']).toContain('- caf\\xe9/\n    - a\\xff.txt\n')
    for (const [name, content] of [
      [BYTE, 'the byte'],
      [CHARACTERS, 'the characters'],
      [join(root, BYTE), 'the byte'],
    ] as const) {
      expect((await call(workspace, 'Read', { file_path: name })).assistant).toContain(content)
    }
    await call(workspace, 'Edit', { file_path: BYTE, old_string: 'the byte', new_string: 'edited' })
    await call(workspace, 'Write', { file_path: CHARACTERS, content: 'written\n' })
    expect([readFileSync(bytes, 'utf8'), text('a\\xff.txt')]).toEqual(['edited\n', 'written\n'])
    expect((await workspace.importantFiles()).map(({ path }) => path.slice(root.length + 1))).toEqual([
      CHARACTERS,
      BYTE,
    ])
  })

  test('are moved by a transaction, passed to hooks, and undone', async () => {
    const { workspace, root, historyDir, bytes, raw, text } = await bench()
    symlinkSync(raw('caf\xe9'), raw('link\xff'))
    const moved = await workspace.transaction(async (tx) => {
      await tx.rename({ from: BYTE, to: 'plain.txt' })
      await tx.delete({ path: 'link\\xff' })
    })
    expect(committed(moved).files).toContainEqual({ path: 'plain.txt', change: 'renamed', from: BYTE })
    expect([existsSync(bytes), text('plain.txt')]).toEqual([false, 'the byte\n'])
    expect((await workspace.undo()).status).toBe('committed')
    expect([readFileSync(bytes, 'utf8'), statSync(raw('link\xff')).isDirectory()]).toEqual(['the byte\n', true])

    const asked: string[] = []
    const other = await reopen({
      root,
      historyDir,
      readFirst: 'off',
      permission: ({ path }) => asked.push(path) > 0,
      confirm: ({ path: filePath }) => (asked.push(filePath), 'proceed' as const),
    })
    await call(other, 'Edit', { file_path: BYTE, old_string: 'the byte', new_string: 'edited' })
    expect(asked).toEqual([join(root, BYTE), join(root, BYTE)])
    expect(readFileSync(bytes, 'utf8')).toBe('edited\n')
  })
})
