// Each warning comes with a code that programs can branch on, wherever it is made.
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { Project, unwrap, type Warning, Workspace } from 'scenewright'
import { atEnd, projectOf, scratch } from './support.js'

const DOT = "drawCircle('dot', 0, 0, 4)\n"

type Found = Promise<{ readonly warnings: readonly Warning[] }>

async function codesOf(call: Found): Promise<string[]> {
  const { warnings } = await call
  for (const { message } of warnings) expect(message).not.toMatch(/^(Warning: |\[)/)
  return warnings.map(({ code }) => code)
}

describe('of a project', () => {
  async function opened(main: string, files: { readonly [name: string]: string } = {}): Promise<Project> {
    const project = await Project.open({ root: projectOf({ main, ...files }), durability: 'fast' })
    atEnd(() => project.close())
    unwrap(await project.run())
    return project
  }

  const MAIN_FILE = 'scene.code.js'

  const CASES: readonly [code: string, main: string, act: (project: Project) => Found][] = [
    ['not_read', DOT, (project) => project.edit({ file: 'main', oldText: '4', newText: '5' })],
    [
      'changed_since_read',
      DOT,
      async (project) => {
        await project.read({ file: 'main' })
        writeFileSync(join(project.root, MAIN_FILE), `${DOT}// by hand\n`)
        return project.edit({ file: 'main', oldText: '4', newText: '5' })
      },
    ],
    [
      'overwritten',
      DOT,
      async (project) => {
        await project.read({ file: 'main' })
        await project.edit({ file: 'main', oldText: '4', newText: '5' })
        writeFileSync(join(project.root, MAIN_FILE), `${DOT}// by hand\n`)
        return project.undo({ force: true })
      },
    ],
    [
      'already_failing',
      DOT,
      async (project) => {
        writeFileSync(join(project.root, MAIN_FILE), 'missing()\n')
        await project.read({ file: 'main' })
        return project.edit({ file: 'main', oldText: 'missing()', newText: 'missing() // still' })
      },
    ],
    [
      'broken',
      DOT,
      (project) => {
        writeFileSync(join(project.root, MAIN_FILE), 'missing()\n')
        return project.summary()
      },
    ],
    ['no_scene', DOT, (project) => project.apply({ changes: [{ type: 'delete', file: 'main' }] })],
    ['no_picture', DOT, (project) => project.render({ highlight: 'last_change' })],
    ['rule_broken', `${DOT}invariant('large', () => false, 'too small', { severity: 'warn' })\n`, (it) => it.run()],
    ['sketch', "sketch('s', (s) => s.line(s.point(0, 0), s.point(4, 1)))\n", (project) => project.run()],
    ['lint', `${DOT}drawCircle('again', 0, 0, 4)\n`, (project) => project.export({ format: 'dxf' })],
    ['script', "drawText('t', 'a', 0, 0, 5, { font: 'No Such Font' })\n", (project) => project.run()],
  ]

  test.each(CASES)('%s', async (code, main, act) => {
    expect(await codesOf(act(await opened(main)))).toContain(code)
  })

  test('of a file that cannot be searched: incomplete', async () => {
    const project = await opened(DOT)
    mkdirSync(join(project.root, 'modules'), { recursive: true })
    writeFileSync(join(project.root, 'modules', 'binary.js'), Buffer.from([0, 1, 2, 255, 0]))
    expect(await codesOf(project.grep({ pattern: 'dot' }))).toEqual(['incomplete'])
  })

  test('a reverted change has the codes of its warnings', async () => {
    const project = await opened(DOT)
    const result = await project.edit({ file: 'main', oldText: 'drawCircle', newText: 'missing' })
    expect(result).toMatchObject({ status: 'reverted', warnings: [{ code: 'not_read' }] })
  })
})

describe('of a workspace', () => {
  async function opened(readFirst: 'warn' | 'off' = 'warn'): Promise<{ workspace: Workspace; path: string }> {
    const [root, historyDir] = [scratch(), scratch()]
    const path = join(root, 'a.txt')
    writeFileSync(path, 'one\n')
    const workspace = await Workspace.open({ root, historyDir, readFirst, durability: 'fast' })
    atEnd(() => workspace.close())
    return { workspace, path }
  }

  test('not_read and changed_since_read', async () => {
    const { workspace, path } = await opened()
    expect(await codesOf(workspace.edit({ path, oldText: 'one', newText: 'two' }))).toEqual(['not_read'])
    writeFileSync(path, 'two\nby hand\n')
    expect(await codesOf(workspace.edit({ path, oldText: 'two', newText: 'six' }))).toEqual(['changed_since_read'])
  })

  test('placeholder and hard_link', async () => {
    const { workspace, path } = await opened('off')
    const newText = '// ... rest of the code ...\n'
    expect(await codesOf(workspace.edit({ path, oldText: 'one\n', newText }))).toEqual(['placeholder'])
    linkSync(path, `${path}.link`)
    expect(await codesOf(workspace.write({ path, text: 'new\n' }))).toEqual(['hard_link'])
  })

  test('ignored_argument', async () => {
    const { workspace, path } = await opened()
    expect(await codesOf(workspace.read({ path, pages: '2' }))).toEqual(['ignored_argument'])
  })
})
