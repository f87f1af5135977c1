// Access rules of the host, by which files cannot be seen or changed: permission, deny, ignore, read-only.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { PermissionRequest, WorkspaceOptions } from '../index.js'
import { scratch } from './support.js'
import { committed, failed, open, reopen } from './workspace-support.js'

const FILES = {
  'a.ts': 'needle a\n',
  'b.ts': 'needle b\n',
  'secret/key.pem': 'needle key\n',
  'secret/deep/x.ts': 'needle x\n',
  'other.PEM': 'needle other\n',
}

function ok<Result extends { readonly status: string }>(result: Result): Extract<Result, { readonly status: 'ok' }> {
  if (result.status !== 'ok') throw new Error(JSON.stringify(result))
  return result as Extract<Result, { readonly status: 'ok' }>
}

describe('permission', () => {
  const refusing = (asked: PermissionRequest[], names: RegExp): Partial<WorkspaceOptions> => ({
    permission: (request) => {
      asked.push(request)
      return names.test(request.path) ? { reason: 'It is private.' } : true
    },
  })

  test('is asked for each file that a search or a listing would show, and refused files are counted', async () => {
    const asked: PermissionRequest[] = []
    const { workspace, root } = await open(FILES, refusing(asked, /secret|b\.ts/))
    const found = ok(await workspace.glob({ pattern: '**/*.ts' }))
    expect([found.paths, found.total, found.skipped['not_permitted']]).toEqual([['a.ts'], 1, 2])
    expect(found.modelText).toContain('2 entries that are not permitted')
    expect(asked).toContainEqual({ tool: 'Glob', path: join(root, 'a.ts'), access: 'read' })
    const grep = ok(await workspace.grep({ pattern: 'needle', outputMode: 'content', sort: 'path' }))
    expect(grep.lines?.map(({ text }) => text)).toEqual(['needle a', 'needle other'])
    expect([grep.total, grep.matchCount, grep.skipped['not_permitted']]).toEqual([2, 2, 3])
    const listed = ok(await workspace.tree({ path: '.' }))
    expect(listed.tree).not.toMatch(/secret|b\.ts|key/)
    expect(listed.skipped['not_permitted']).toBe(2)
  })

  test('keeps names out of a search’s list of unreadable files', async () => {
    const odd = Buffer.from('caf\x8e na\x95ve needle\n', 'latin1')
    const files = { 'a.txt': odd, 'secret/b.txt': odd }
    const { workspace } = await open(files, refusing([], /secret/))
    const found = ok(await workspace.grep({ pattern: 'needle' }))
    expect(found).toMatchObject({ paths: ['a.txt'], partial: ['unknown_encoding'] })
    expect(found.troubles?.map(({ path }) => path)).toEqual(['a.txt'])
    expect(found.modelText).not.toContain('secret')
  })

  test('is asked for the target of a link', async () => {
    const asked: PermissionRequest[] = []
    const { workspace, root } = await open(FILES, refusing(asked, /key\.pem/))
    symlinkSync('secret/key.pem', join(root, 'link.txt'))
    expect(ok(await workspace.grep({ pattern: 'key', include: 'link.txt' })).paths).toEqual([])
    expect(asked.at(-1)?.path).toBe(join(root, 'secret/key.pem'))
  })

  test('is asked by transactions and by undo', async () => {
    const asked: PermissionRequest[] = []
    const { workspace, root, text } = await open(FILES, refusing(asked, /b\.ts/))
    const refused = await workspace.transaction(async (tx) => {
      expect(await tx.try.read({ path: 'b.ts' })).toMatchObject({ error: { code: 'not_permitted' } })
      expect(await tx.try.rename({ from: 'a.ts', to: 'b.ts', overwrite: true })).toMatchObject({
        error: { code: 'not_permitted', message: expect.stringContaining('It is private.') },
      })
      return tx.try.write({ path: 'b.ts', text: 'x' })
    })
    expect(committed(refused).value).toMatchObject({ error: { code: 'not_permitted' } })
    committed(await workspace.transaction((tx) => tx.write({ path: 'a.ts', text: 'new' })))
    expect(asked.at(-1)).toEqual({ tool: 'transaction', path: join(root, 'a.ts'), access: 'write' })
    expect((await workspace.undo()).status).toBe('committed')
    expect(asked.at(-1)).toEqual({ tool: 'Undo', path: join(root, 'a.ts'), access: 'write' })
    expect([text('a.ts'), text('b.ts')]).toEqual([FILES['a.ts'], FILES['b.ts']])
  })

  test('that would wait for its own transaction is refused with the reason', async () => {
    let inner: unknown
    const { workspace } = await open(FILES, {
      permission: async () => {
        inner ??= await bench.workspace.history()
        return true
      },
    })
    const bench = { workspace }
    committed(await workspace.transaction((tx) => tx.write({ path: 'a.ts', text: 'x' })))
    expect(inner).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
  })
})

describe('deny', () => {
  const deny = ['*.pem', '/secret/']

  test('hides files from every search and listing', async () => {
    const { workspace, root } = await open(FILES, { deny })
    symlinkSync('secret/key.pem', join(root, 'link.txt'))
    symlinkSync('secret', join(root, 'folder'))
    for (const pattern of ['**', 'secret/**', 'folder/**']) {
      const found = ok(await workspace.glob({ pattern }))
      expect(
        found.paths.filter((name) => /pem|secret|folder|link/i.test(name)),
        pattern,
      ).toEqual([])
      expect(found.skipped['not_permitted'], pattern).toBeGreaterThan(0)
    }
    expect(ok(await workspace.grep({ pattern: 'needle' })).paths).toHaveLength(2)
    expect(ok(await workspace.tree({ path: '.' })).tree).not.toMatch(/pem|- secret/i)
    for (const path of ['secret', 'secret/deep', 'folder', 'secret/key.pem']) {
      const refused = await workspace.grep({ pattern: 'needle', path })
      expect(refused, path).toMatchObject({ status: 'refused', error: { code: 'not_permitted' } })
    }
  })

  test('refuses every tool by its rule, whether the file exists or not, and names no file', async () => {
    const { workspace, root } = await open(FILES, { deny })
    symlinkSync('secret/key.pem', join(root, 'link.txt'))
    for (const filePath of ['secret/key.pem', 'secret/new', 'x/NEW.pem', 'link.txt', join(root, 'secret/deep/x.ts')]) {
      const calls = [
        workspace.read({ path: filePath }),
        workspace.write({ path: filePath, text: 'x' }),
        workspace.edit({ path: filePath, oldText: 'needle', newText: 'x' }),
      ]
      for (const result of await Promise.all(calls)) {
        expect(result, filePath).toMatchObject({ status: 'refused', error: { code: 'not_permitted' } })
        if (result.status === 'refused') expect(result.error.message).toMatch(/`(\*\.pem|\/secret\/)` of deny/)
      }
      const body = await workspace.transaction((tx) => tx.try.write({ path: filePath, text: 'x' }))
      expect(committed(body).value, filePath).toMatchObject({ error: { code: 'not_permitted' } })
    }
    const missing = await workspace.read({ path: 'other.pe' })
    expect(missing.modelText).not.toContain('Did you mean')
    expect(existsSync(join(root, 'x'))).toBe(false)
  })

  test('holds for the calls that tools of other families make', async () => {
    const { workspace, root } = await open(FILES, { deny })
    symlinkSync('secret/key.pem', join(root, 'link.txt'))
    symlinkSync('secret', join(root, 'folder'))
    const { entries } = await workspace.callTool('ListFolder', { path: '.' })
    expect((entries as { name: string }[]).map(({ name }) => name).sort()).toEqual(['a.ts', 'b.ts'])
    for (const path of ['secret', 'secret/deep', 'folder', 'folder/deep', 'secret/key.pem', 'link.txt', 'other.PEM']) {
      for (const tool of ['ListFolder', 'EntryInfo', 'ReadBytes', 'MakeFolder']) {
        expect(await workspace.callTool(tool, { path }), `${tool} ${path}`).toMatchObject({ result: false })
      }
    }
    expect(await workspace.callTool('MakeFolder', { path: 'secret/new' })).toMatchObject({ kind: 'not_permitted' })
    expect(await workspace.callTool('WriteExactly', { file_path: 'link.txt', content: 'x' })).toMatchObject({
      kind: 'not_permitted',
    })
    expect(existsSync(join(root, 'secret', 'new'))).toBe(false)
  })

  test('hides the name of a folder that the history made', async () => {
    const { workspace, root, historyDir } = await open({ 'a.ts': 'a' })
    await workspace.callTool('MakeFolder', { path: 'private/deep' })
    expect((await workspace.callTool('History')).assistant).toMatch(/MakeFolder: make the folder private\/deep$/)
    const other = await reopen({ root, historyDir, deny: ['private/'] })
    expect((await other.callTool('History')).assistant).toMatch(/MakeFolder: \(not permitted\)$/)
    expect(await other.callTool('Undo')).toMatchObject({ kind: 'not_permitted' })
    expect(await workspace.callTool('Undo')).toMatchObject({ result: true })
    expect(existsSync(join(root, 'private'))).toBe(false)
  })

  test('hides what the history has of a file', async () => {
    const bench = await open(FILES, { readFirst: 'off' })
    await bench.workspace.write({ path: 'secret/key.pem', text: 'hidden words\n' })
    const { transactionId: id } = ok2(await bench.workspace.history())
    await bench.workspace.close()
    const { workspace } = await open({}, { root: bench.root, historyDir: bench.historyDir, deny })
    for (const args of [{}, { id }]) {
      const answer = await workspace.callTool('History', args)
      expect(JSON.stringify(answer)).not.toMatch(/key\.pem|hidden words/)
    }
    expect(await workspace.undo()).toMatchObject({ status: 'refused', error: { code: 'not_permitted' } })
  })

  const ok2 = (page: Awaited<ReturnType<Awaited<ReturnType<typeof open>>['workspace']['history']>>) => {
    if (page.status !== 'ok') throw new Error(page.error.message)
    return { transactionId: page.rows[0]?.commitId ?? '' }
  }

  test('with a pattern that can match nothing is refused', async () => {
    await expect(open({}, { deny: ['[a'] })).rejects.toThrow('The deny pattern `[a` is not valid')
  })
})

test('ignore protects files by their own name, and the targets of links', async () => {
  const { workspace, root } = await open(FILES, { ignore: ['a.ts', 'secret/'], readFirst: 'off' })
  symlinkSync('a.ts', join(root, 'alias.ts'))
  for (const filePath of ['a.ts', 'alias.ts', 'secret/deep/x.ts']) {
    const refused = await workspace.write({ path: filePath, text: 'x' })
    expect(refused, filePath).toMatchObject({ status: 'refused', error: { code: 'ignored_path' } })
    const whole = await workspace.transaction((tx) => tx.write({ path: filePath, text: 'x' }))
    expect(failed(whole, 'refused'), filePath).toMatchObject({ code: 'ignored_path' })
  }
  expect(ok(await workspace.glob({ pattern: '*.ts' })).paths).toEqual(['b.ts'])
  expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe(FILES['a.ts'])
})

test('a read-only workspace changes only what allowWrite names', async () => {
  const { workspace, root } = await open(FILES, { readOnly: true, allowWrite: ['/notes/'], readFirst: 'off' })
  expect((await workspace.read({ path: 'a.ts' })).status).toBe('ok')
  const refused = await workspace.write({ path: 'a.ts', text: 'x' })
  expect(refused).toMatchObject({ error: { code: 'not_permitted', message: expect.stringContaining('read-only') } })
  expect(await workspace.callTool('MakeFolder', { path: 'new' })).toMatchObject({ kind: 'not_permitted' })
  expect((await workspace.write({ path: 'notes/x.md', text: 'x' })).status).toBe('committed')
  mkdirSync(join(root, 'more'))
  expect((await workspace.edit({ path: 'more/x', oldText: '', newText: 'x' })).status).toBe('refused')
  expect(await workspace.undo({})).toMatchObject({ status: 'committed' })
  writeFileSync(join(scratch(), 'unused'), '')
})
