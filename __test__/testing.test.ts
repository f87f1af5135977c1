// `scenewright/testing`: projects and workspaces for the tests of others.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Project, ScenewrightError, Workspace } from 'scenewright'
import {
  assertCommits,
  assertCommitted,
  assertMatchesScene,
  assertRefuses,
  assertReverts,
  assertSatisfiesRules,
  createStabilizer,
  tempProject,
  tempWorkspace,
  withTempProject,
  withTempWorkspace,
} from 'scenewright/testing'

import { scratch } from './support.js'

afterEach(() => vi.unstubAllEnvs())

const FILES = { main: "import 'parts'\nplate('a')\n", parts: 'function plate(name) { drawRect(name, 0, 0, 40, 20) }\n' }

describe('a project for a test', () => {
  test('has the files, is of the class that users have, and is gone afterwards', async () => {
    let folder = ''
    const entities = await withTempProject({ ...FILES, 'assets/a.csv': '1,2\n' }, async (project, { root: dir }) => {
      folder = dir
      expect(project).toBeInstanceOf(Project)
      expect(readFileSync(join(dir, 'modules', 'parts.js'), 'utf8')).toBe(FILES.parts)
      expect(readFileSync(join(dir, 'assets', 'a.csv'), 'utf8')).toBe('1,2\n')
      const result = await project.run()
      return result.status === 'committed' ? result.scene.entities : result
    })
    expect(entities).toBe(1)
    expect(existsSync(folder)).toBe(false)
  })

  test('is closed and removed when the test fails', async () => {
    let left: { project: Project; dir: string } | undefined
    const failed = withTempProject(FILES, (project, { root: dir }) => {
      left = { project, dir }
      throw new Error('expected 3, got 4')
    })
    await expect(failed).rejects.toThrow('expected 3, got 4')
    expect(existsSync(left!.dir)).toBe(false)
    await expect(left!.project.run()).rejects.toMatchObject({ code: 'closed' })
  })

  test('takes the options of a project', async () => {
    await withTempProject(
      { main: 'while (true) {}' },
      async (project) => {
        expect(await project.run()).toMatchObject({ status: 'reverted', error: { code: 'timeout' } })
      },
      { limits: { timeMs: 200 } },
    )
  })

  test.each<[unknown, unknown, RegExp]>([
    [7, () => {}, /withTempProject: the files must be an object, got a number/],
    [{}, undefined, /withTempProject: the second argument must be a function/],
    [{ '../out.js': '' }, () => {}, /'\.\.\/out\.js' must name a file within the folder/],
    [{ '/etc/out.js': '' }, () => {}, /must name a file within the folder/],
    [{ main: 7 }, () => {}, /the content of 'main' must be a text or bytes/],
  ])('of %j with %s is refused', async (files, use, words) => {
    const refused = withTempProject(files as never, use as never)
    await expect(refused).rejects.toThrow(words)
    await expect(refused).rejects.toBeInstanceOf(ScenewrightError)
  })
})

describe('a workspace for a test', () => {
  test('has the files, and keeps its journal out of the home folder', async () => {
    let folder = ''
    await withTempWorkspace({ 'src/a.ts': 'one\n' }, async (workspace, { root: dir }) => {
      folder = dir
      expect(workspace).toBeInstanceOf(Workspace)
      await workspace.read({ path: 'src/a.ts' })
      const edit = { path: 'src/a.ts', oldText: 'one', newText: 'two' }
      expect(await workspace.edit(edit)).toMatchObject({ status: 'committed' })
      expect(existsSync(join(dir, '..', 'history'))).toBe(true)
      expect(await workspace.undo()).toMatchObject({ status: 'committed' })
    })
    expect(existsSync(join(folder, '..'))).toBe(false)
  })
})

describe('a project that a test closes', () => {
  test('is gone after the block, also when the test fails', async () => {
    let folder = ''
    const failed = async (): Promise<void> => {
      await using temp = await tempProject(FILES)
      folder = temp.root
      expect(await temp.project.run()).toMatchObject({ status: 'committed' })
      throw new Error('expected 3, got 4')
    }
    await expect(failed()).rejects.toThrow('expected 3, got 4')
    expect(existsSync(folder)).toBe(false)
  })

  test('of a workspace is gone with its journal', async () => {
    const temp = await tempWorkspace({ 'a.txt': 'one\n' }, { filesAreRead: true })
    expect(await temp.workspace.edit({ path: 'a.txt', oldText: 'one', newText: 'two' })).toMatchObject({
      status: 'committed',
    })
    await temp.close()
    expect(existsSync(join(temp.root, '..'))).toBe(false)
  })
})

describe('files that count as read', () => {
  const edit = { file: 'parts', oldText: '40', newText: '50' }

  test('need no read before the first edit of a project', async () => {
    await withTempProject(
      FILES,
      async (project) => {
        expect(await project.edit(edit)).toMatchObject({ status: 'committed', warnings: [] })
        expect(await project.write({ file: 'main', text: "drawCircle('a', 0, 0, 1)\n" })).toMatchObject({
          warnings: [],
        })
      },
      { filesAreRead: true, readFirst: 'require' },
    )
    await withTempProject(FILES, async (project) => {
      expect(await project.edit(edit)).toMatchObject({
        warnings: [{ code: 'not_read', message: expect.stringMatching(/read/) }],
      })
    })
  })

  test('are read in a workspace, and no listener hears of it', async () => {
    const calls: string[] = []
    await withTempWorkspace(
      { 'src/a.ts': 'one\n', 'b.md': 'two\n' },
      async (workspace) => {
        expect(await workspace.write({ path: 'b.md', text: 'three\n' })).toMatchObject({
          status: 'committed',
          change: 'updated',
        })
        expect(calls).toEqual(['Write'])
      },
      { filesAreRead: true, onCall: ({ tool }) => void calls.push(tool) },
    )
  })

  test('are read as they were: a change from outside is seen', async () => {
    await withTempProject(
      FILES,
      async (project, { root: dir }) => {
        writeFileSync(join(dir, 'modules', 'parts.js'), FILES.parts.replace('40', '41'))
        await assertRefuses(project.edit({ ...edit, oldText: '41' }), { code: 'stale_read' })
      },
      { filesAreRead: true, readFirst: 'require' },
    )
  })
})

describe('assertions for any runner', () => {
  const BROKEN = { main: "const a = 1\ndrawRect('a', 0, 0, wdth, 20)\n" }
  const failing = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => expect.fail('it did not throw'),
      (error: Error) => error,
    )

  test('accept a commit, and return its result', async () => {
    await using temp = await tempProject(FILES, { filesAreRead: true })
    const result = await assertCommits(temp.project.edit({ file: 'parts', oldText: '40', newText: '50' }))
    expect(result.scene?.changes.drawing).toEqual(['a: 40 × 20 → 50 × 20'])
    assertCommitted(await temp.project.undo())
    await assertCommits(temp.project)
  })

  test('show the frame of a change that was reverted', async () => {
    await using temp = await tempProject(BROKEN)
    const error = await failing(assertCommits(temp.project))
    expect(error).toMatchObject({ name: 'AssertionError' })
    expect(error.message).toMatch(/^expected the change to be committed, but it was reverted\n\nReferenceError: wdth/)
    expect(error.message).toMatch(/> 2 \| drawRect\('a', 0, 0, wdth, 20\)\n.*\^/)
    expect(error.stack).not.toMatch(/enforce/)
    expect((await failing(assertReverts(temp.project, { line: 3 }))).message).toMatch(
      /^the call was reverted, but its line is 2 and not 3\n/,
    )
    const { frame } = await assertReverts(temp.project, { code: 'reference', line: 2, file: 'main', message: /wdth/ })
    expect(frame).toMatch(/wdth/)
  })

  test('distinguish a refusal from a failure', async () => {
    await using temp = await tempProject(FILES, { filesAreRead: true })
    const edit = () => temp.project.edit({ file: 'main', oldText: 'nowhere', newText: '' })
    expect(await assertRefuses(edit(), { code: 'no_match' })).toMatchObject({ code: 'no_match' })
    expect((await failing(assertReverts(edit()))).message).toMatch(
      /^expected the call to be reverted, but it was refused/,
    )
    expect((await failing(assertRefuses(temp.project.run()))).message).toMatch(
      /^expected the call to be refused, but it was committed/,
    )
    expect((await failing(assertCommits(temp.project.check({ parameters: {} })))).message).toMatch(
      /a check, which saves/,
    )
  })

  test.each<[unknown, RegExp]>([
    [undefined, /assertCommits: expected the result of a call, got undefined/],
    [{}, /expected the result of a call, got an object/],
  ])('of %j are misuse', async (given, words) => {
    await expect(assertCommits(given as never)).rejects.toThrow(words)
    await expect(assertCommits(given as never)).rejects.toBeInstanceOf(ScenewrightError)
    expect(() => assertCommitted(Promise.resolve() as never)).toThrow(/await the call first/)
  })

  test('hold rules that are declared, with each set of values', async () => {
    const main = `const width = param('width', 40, { min: 10, max: 90 })
drawRect('plate', 0, 0, width, 20)
invariant('not too wide', () => width <= 60)
`
    await using temp = await tempProject({ main })
    await assertSatisfiesRules(temp.project)
    await assertSatisfiesRules(temp.project, { width: 60 })
    const error = await failing(assertSatisfiesRules(temp.project, [{ width: 50 }, { width: 70 }]))
    expect(error.message).toMatch(/with \{"width":70\}, the project does not run[\s\S]*not too wide/)
    expect(error.message).not.toMatch(/"width":50/)
    await using without = await tempProject(FILES)
    expect((await failing(assertSatisfiesRules(without.project))).message).toMatch(/declares none/)
  })
})

describe('a saved scene', () => {
  // Where CI is set, a scene that is missing is a failure, and this suite runs there too.
  beforeEach(() => vi.stubEnv('CI', ''))

  const plate = (width: number): { main: string } => ({
    main: `drawRect('plate', 0, 0, ${width}, 20)\ndrawCircle('hole', 10, 10, 3)\n`,
  })
  const failure = (project: Project, file: string): Promise<string> =>
    assertMatchesScene(project, file, { update: false }).then(
      () => '',
      (error: Error) => error.message,
    )

  test('is written once, compared in words, and drawn where it differs', async () => {
    const folder = scratch()
    const file = join(folder, 'deep', 'plate.scene.json')
    const pictures = (): string[] => readdirSync(join(folder, 'deep')).filter((name) => name.endsWith('.png'))
    vi.stubEnv('CI', '1')
    await using narrow = await tempProject(plate(40))
    expect(await failure(narrow.project, file)).toMatch(
      /^there is no saved scene .*plate\.scene\.json; SCENEWRIGHT_UPDATE/,
    )
    vi.stubEnv('CI', '')
    await assertMatchesScene(narrow.project, file)
    const saved = readFileSync(file, 'utf8')
    expect(saved).not.toMatch(/transactionId|[0-9a-f]{32}/)
    await assertMatchesScene(narrow.project, pathToFileURL(file))

    await using wide = await tempProject(plate(50))
    const words = await failure(wide.project, file)
    expect(words).toMatch(/^the scene is not the one in .*:\n\n {2}plate: 40 × 20 → 50 × 20\n/)
    expect(pictures()).toEqual(['plate.after.png', 'plate.before.png', 'plate.difference.png'])
    const bytes = pictures().map((name) => readFileSync(join(folder, 'deep', name)))
    for (const [index, png] of bytes.entries()) {
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(words).toContain(join(folder, 'deep', pictures()[index]!))
    }
    expect(new Set(bytes.map(String)).size).toBe(3)
    expect(readFileSync(file, 'utf8')).toBe(saved)

    await assertMatchesScene(wide.project, file, { update: true })
    expect(pictures()).toEqual([])
    expect(await failure(narrow.project, file)).toMatch(/plate: 50 × 20 → 40 × 20/)
    await assertMatchesScene(wide.project, file, { update: false })
    expect(pictures()).toEqual([])
  })

  test('does not depend on how the code is written', async () => {
    const file = join(scratch(), 'a.json')
    await using one = await tempProject(plate(40))
    await assertMatchesScene(one.project, file)
    await using other = await tempProject({ main: `// a comment\n\n${plate(20).main.replace('20,', '20 * 2,')}` })
    await assertMatchesScene(other.project, file)
  })

  test('keeps texts, dimensions, blocks and layers', async () => {
    const main = `defineLayer('cut', { color: 'red' })
drawRect('plate', 0, 0, 40, 20)
setLayer('plate', 'cut')
drawText('label', 'Ø6', 4, 4, 3)
dimension('width', { type: 'horizontal', of: 'plate' })
drawCircle('head', 0, 0, 3)
defineBlock('bolt', ['head'])
insert('bolt', 'b1', 10, 10)
insert('bolt', 'b2', 30, 10, { angle: 1 })
`
    const file = join(scratch(), 'full.scene.json')
    await using temp = await tempProject({ main })
    await assertMatchesScene(temp.project, file)
    await assertMatchesScene(temp.project, file, { update: false })
    await using other = await tempProject({ main: main.replace('0, 0, 3)', '0, 0, 4)') })
    expect(await failure(other.project, file)).toMatch(/block bolt: head: Ø6 → Ø8/)
  })

  test('of code that does not run is a failure with its frame', async () => {
    const file = join(scratch(), 'plate.scene.json')
    await using temp = await tempProject(plate(40))
    await assertMatchesScene(temp.project, file)
    writeFileSync(join(temp.root, 'scene.code.js'), 'drawRect(\n')
    expect(await failure(temp.project, file)).toMatch(
      /^expected a scene to compare, but the project does not run\n\nSyntaxError/,
    )
  })

  test('that is no scene is named, and replaced by an update alone', async () => {
    const file = join(scratch(), 'plate.scene.json')
    writeFileSync(file, '{}\n')
    await using temp = await tempProject(plate(40))
    expect(await failure(temp.project, file)).toMatch(/plate\.scene\.json is no saved scene/)
    expect(readFileSync(file, 'utf8')).toBe('{}\n')
    await assertMatchesScene(temp.project, file, { update: true })
    await assertMatchesScene(temp.project, file, { update: false })
  })
})

describe('stable answers', () => {
  const story = (): Promise<unknown[]> =>
    withTempProject(FILES, async (project, { root: dir, stable }) => {
      const edit = { file: 'main', oldText: "'a'", newText: "'b'" }
      const answers = [await project.edit(edit), await project.undo(), await project.history(), { dir }]
      return answers.map(stable)
    })

  test('are the same in every run', async () => {
    const [first, second] = [await story(), await story()]
    expect(first).toEqual(second)
    expect(first[0]).toMatchObject({ commitId: 'id-1', timings: { runMs: 0 }, scene: { sceneId: 'id-1' } })
    expect(first[1]).toMatchObject({ undoneCommitId: 'id-1', commitId: 'id-2' })
    expect(JSON.stringify(first[2])).toMatch(/"committedAt":0.*undo id-1: /)
    expect(first[3]).toEqual({ dir: '<root>' })
  })

  test('leave alone what is the same anyway', () => {
    const stable = createStabilizer()
    const answer = { width: 40, names: ['a', 'time'], none: undefined, time: 'noon' }
    expect(stable(answer)).toEqual(answer)
  })

  test('have bytes as a number and a hash', () => {
    const stable = createStabilizer()
    const words = stable({ png: Buffer.from('PNG') })
    expect(words).toEqual({ png: expect.stringMatching(/^<3 bytes, sha256 [0-9a-f]{16}>$/) })
    expect(stable({ png: new Uint8Array([80, 78, 71]) })).toEqual(words)
    expect(stable({ png: Buffer.from('PNH') })).not.toEqual(words)
  })
})
