// `scenewright/testing`: projects and workspaces for the tests of others.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { Project, ScenewrightError, Workspace } from 'scenewright'
import { steadyAnswers, withTempProject, withTempWorkspace } from 'scenewright/testing'

const FILES = { main: "import 'parts'\nplate('a')\n", parts: 'function plate(name) { drawRect(name, 0, 0, 40, 20) }\n' }

describe('a project for a test', () => {
  test('has the files, is of the class that users have, and is gone afterwards', async () => {
    let folder = ''
    const entities = await withTempProject({ ...FILES, 'assets/a.csv': '1,2\n' }, async (project, { dir }) => {
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
    const failed = withTempProject(FILES, (project, { dir }) => {
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
        expect(await project.run()).toMatchObject({ status: 'reverted', error: { kind: 'timeout' } })
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
    await withTempWorkspace({ 'src/a.ts': 'one\n' }, async (workspace, { dir }) => {
      folder = dir
      expect(workspace).toBeInstanceOf(Workspace)
      await workspace.read({ filePath: 'src/a.ts' })
      const edit = { filePath: 'src/a.ts', oldString: 'one', newString: 'two' }
      expect(await workspace.edit(edit)).toMatchObject({ status: 'applied' })
      expect(existsSync(join(dir, '..', 'state'))).toBe(true)
      expect(await workspace.undo()).toMatchObject({ status: 'committed' })
    })
    expect(existsSync(join(folder, '..'))).toBe(false)
  })
})

describe('steady answers', () => {
  const story = (): Promise<unknown[]> =>
    withTempProject(FILES, async (project, { dir, steady }) => {
      const edit = { file: 'main', oldCode: "'a'", newCode: "'b'" }
      const answers = [await project.edit(edit), await project.undo(), await project.history(), { dir }]
      return answers.map(steady)
    })

  test('are the same in every run', async () => {
    const [first, second] = [await story(), await story()]
    expect(first).toEqual(second)
    expect(first[0]).toMatchObject({ transactionId: 'id-1', timings: { runMs: 0 }, scene: { transactionId: 'id-1' } })
    expect(first[1]).toMatchObject({ undone: 'id-1', transactionId: 'id-2' })
    expect(JSON.stringify(first[2])).toMatch(/undo id-1: .*"time":"2000-01-01|"time":"2000-01-01.*undo id-1: /)
    expect(first[3]).toEqual({ dir: '<dir>' })
  })

  test('leave alone what is the same anyway', () => {
    const steady = steadyAnswers()
    const bytes = Buffer.from('PNG')
    const answer = { width: 40, names: ['a', 'time'], none: undefined, png: bytes, time: 'noon' }
    expect(steady(answer)).toEqual(answer)
    expect(steady(answer).png).toBe(bytes)
  })
})
