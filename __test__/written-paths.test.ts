// Paths as people write them, and the files that were meant by those that are not there.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, test } from 'vitest'

import { Project, Workspace } from 'scenewright'
import { writtenPath } from '../ts/written-path.js'
import { ROOT, scratch } from './support.js'
import { open } from './workspace-support.js'

/** The cases that the native half must also pass. */
const TABLE: {
  readonly home: string
  readonly existing: readonly string[]
  readonly meant: readonly (readonly string[])[]
  readonly refused: readonly string[]
} = JSON.parse(readFileSync(join(ROOT, 'tests/written-paths.json'), 'utf8'))

const FILES = { 'src/utils/x.ts': 'one\n', 'src/area.ts': 'two\n', 'lib/x.ts': 'three\n' }

describe('a path of a tool', () => {
  test('may be a file URL', async () => {
    const { workspace, path } = await open({ 'a b.txt': 'text\n' })
    const result = await workspace.read({ path: pathToFileURL(path('a b.txt')).href })
    expect(result.status).toBe('ok')
    expect((await workspace.grep({ pattern: 'text', path: pathToFileURL(path('.')).href })).status).toBe('ok')
  })

  test('with ~ or $HOME means the home folder, and no folder of that name is made', async () => {
    const { workspace, root } = await open(FILES)
    for (const filePath of ['~/new.txt', '$HOME/new.txt', '${HOME}/new.txt']) {
      const refused = await workspace.write({ path: filePath, text: 'x' })
      expect(refused, filePath).toMatchObject({ status: 'refused', error: { code: 'outside_workspace' } })
    }
    for (const filePath of ['~someone/x', '$PWD/x', '${workspaceFolder}/x', '%USERPROFILE%/x', 'file://server/x']) {
      const refused = await workspace.write({ path: filePath, text: 'x' })
      expect(refused, filePath).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
    }
    expect(readdirSync(root).sort()).toEqual(['lib', 'src'])
    expect((await workspace.write({ path: './~/x', text: 'x' })).status).toBe('committed')
    expect((await workspace.write({ path: '~/y', text: 'x' })).status).toBe('committed')
    expect(existsSync(join(root, '~/y'))).toBe(true)
  })

  test('with a name that no file system takes is refused before anything is made', async () => {
    const { workspace, root } = await open(FILES)
    for (const name of ['n'.repeat(256), 'é'.repeat(128)]) {
      const refused = await workspace.write({ path: `new/${name}`, text: 'x' })
      expect(refused).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
      expect(refused.modelText).toContain('has 256 bytes; a file system takes at most 255.')
    }
    expect(await workspace.read({ path: 'n'.repeat(256) })).toMatchObject({ error: { code: 'invalid_input' } })
    expect(existsSync(join(root, 'new'))).toBe(false)
    expect(await workspace.write({ path: `new/${'n'.repeat(255)}`, text: 'x' })).toMatchObject({ ok: true })
  })

  test('that is a folder points to LS', async () => {
    const { workspace, root } = await open(FILES)
    for (const filePath of ['.', './', 'src', root]) {
      const refused = await workspace.read({ path: filePath })
      expect(refused, filePath).toMatchObject({ error: { code: 'invalid_input', hint: expect.stringContaining('LS') } })
      expect(refused.modelText).toContain('is a folder, not a file')
    }
  })
})

describe('a missing file', () => {
  const message = async (filePath: string): Promise<string> => {
    const { workspace, path } = await open(FILES)
    const result = await workspace.read({ path: filePath.replace('ROOT', path('.')) })
    if (result.status !== 'refused') throw new Error('It was read')
    return result.error.message.replaceAll(path('.'), 'ROOT')
  }

  test.each([
    ['src/aera.ts', 'src/area.ts'],
    ['./src/area.js', 'src/area.ts'],
    ['src/util/x.ts', 'src/utils/x.ts'],
    ['util/x.ts', 'src/utils/x.ts'],
    ['area.ts', 'src/area.ts'],
    ['ROOT/src/util/x.ts', 'ROOT/src/utils/x.ts'],
  ])('%s is suggested as %s, as the caller would write it', async (given, meant) => {
    expect(await message(given)).toContain(` Did you mean ${meant}?`)
  })

  test('names the root of the workspace', async () => {
    expect(await message('nothing/like/it')).toBe('File does not exist. Current working directory: ROOT')
    expect(await message('ROOT/nothing')).toBe('File does not exist.')
  })
})

describe('an option', () => {
  test('takes folders as people write them', async () => {
    const root = scratch()
    const shown = relative(homedir(), root)
    const historyDir = pathToFileURL(join(scratch(), 'state')).href
    const workspace = await Workspace.open({ root: `~/${shown}`, historyDir })
    expect(workspace.roots).toEqual([root])
    await workspace.close()
    mkdirSync(join(root, 'scene'))
    writeFileSync(join(root, 'scene/scene.code.js'), '')
    const project = await Project.open({ root: `$HOME/${shown}/scene` })
    expect(project.root).toBe(join(root, 'scene'))
    await project.close()
  })

  test('means what a path of a tool means', () => {
    const read = (given: string): string =>
      writtenPath('dir', given, TABLE.home, (name) => TABLE.existing.includes(name))
    for (const [given = '', meant = ''] of TABLE.meant) expect(read(given), given).toBe(resolve(meant))
    for (const given of TABLE.refused) expect(() => read(given), given).toThrow('Write the path out.')
  })

  test('refuses unexpanded variables, folders of other users and files of other machines', async () => {
    for (const root of ['${workspaceFolder}', '$PROJECT/x', '~someone/x', 'file://server/x', '%APPDATA%/x']) {
      await expect(Workspace.open({ root }), root).rejects.toThrow('Write the path out.')
      await expect(Project.open({ root: root }), root).rejects.toThrow('Write the path out.')
    }
    expect(existsSync('${workspaceFolder}')).toBe(false)
  })
})
