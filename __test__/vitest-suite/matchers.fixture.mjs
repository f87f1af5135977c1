// A suite of somebody who uses the package. `vitest-matchers.test.ts` runs it with each version of Vitest, in each pool.
import { existsSync } from 'node:fs'

import { afterEach, describe, expect, test, vi } from 'vitest'

import { Project, ScenewrightError, Workspace } from 'scenewright'
import { assertCommits, tempProject, tempWorkspace, withTempProject } from 'scenewright/testing'
import 'scenewright/vitest'

const PLATE = { main: "drawRect('plate', 0, 0, 40, 20)\ndrawCircle('hole', 10, 10, 3)\n" }
const BROKEN = { main: "const a = 1\ndrawRect('plate', 0, 0, wdth, 20)\n" }
const widen = { file: 'main', oldText: '40', newText: '50' }

/** The message of a matcher that fails. */
const failureOf = async (work) => {
  try {
    await work()
  } catch (error) {
    return error.message
  }
  return expect.unreachable('it did not fail')
}

afterEach(() => vi.useRealTimers())

test('a call that commits', async () => {
  const temp = await tempProject(PLATE, { filesAreRead: true })
  expect(temp.project).toBeInstanceOf(Project)
  await expect(temp.project).toCommit()
  await expect(temp.project.edit(widen)).toCommit()
  expect(await temp.project.undo()).toBeCommitted()
  await expect(temp.project.run()).resolves.toBeCommitted()
  expect(await failureOf(() => expect(temp.project.redo()).not.toCommit())).toMatch(
    /not to be committed, but it was:\n\n {2}plate: 40 × 20 → 50/,
  )
  await assertCommits(temp.project.undo())
  await temp.close()
  expect(existsSync(temp.root)).toBe(false)
})

test('a change that is reverted', async () => {
  await withTempProject(BROKEN, async (project) => {
    await expect(project).toRevert({ code: 'reference', line: 2 })
    await expect(project.run()).toRevert({ file: 'main', message: /wdth/ })
    await expect(project.run()).not.toRevert({ line: 3 })
    await expect(project.run()).not.toCommit()
    expect(await failureOf(async () => expect(await project.run()).toBeCommitted())).toMatch(
      /> 2 \| drawRect\('plate', 0, 0, wdth, 20\)\n.*\^/,
    )
    expect(await failureOf(() => expect(project).toRevert({ line: 3, code: 'type' }))).toMatch(
      /its code is 'reference' and not 'type', and its line is 2 and not 3/,
    )
  })
})

test('a call that is refused', async () => {
  const temp = await tempWorkspace({ 'a.txt': 'one\n' }, { filesAreRead: true })
  expect(temp.workspace).toBeInstanceOf(Workspace)
  const edit = (oldText) => temp.workspace.edit({ path: 'a.txt', oldText, newText: 'two' })
  await expect(edit('zero')).toRefuse({ code: 'no_match' })
  await expect(edit('one')).toCommit()
  await temp.close()
})

test('rules', async () => {
  const main =
    "const width = param('width', 40, { min: 10, max: 90 })\ndrawRect('plate', 0, 0, width, 20)\ninvariant('narrow', () => width <= 60)\n"
  await withTempProject({ main }, async (project) => {
    await expect(project).toSatisfyRules()
    await expect(project).toSatisfyRules([{ width: 50 }, { width: 60 }])
    await expect(project).not.toSatisfyRules({ width: 70 })
    expect(await failureOf(() => expect(project).toSatisfyRules([{ width: 50 }, { width: 70 }]))).toMatch(
      /with \{"width":70\}[\s\S]*narrow/,
    )
  })
  await withTempProject(PLATE, async (project) => {
    await expect(project).not.toSatisfyRules()
  })
})

test('a saved scene, and answers in a snapshot', async () => {
  await withTempProject(PLATE, async (project, { stable }) => {
    await expect(project).toMatchScene('__snapshots__/plate.scene.json')
    await project.edit(widen)
    await expect(project).not.toMatchScene('__snapshots__/plate.scene.json')
    const picture = stable(await project.render({ width: 64, height: 64 }))
    expect(picture).toHaveProperty('png', expect.stringMatching(/^<\d+ bytes, sha256 /))
  })
})

test('fake timers', async () => {
  vi.useFakeTimers()
  await withTempProject(PLATE, async (project) => {
    await expect(project.run()).toCommit()
    await expect(project).toMatchScene('__snapshots__/plate.scene.json')
  })
})

test('fake timers of every kind', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'setInterval', 'Date', 'performance', 'queueMicrotask'],
  })
  await withTempProject(BROKEN, (project) => expect(project.run()).toRevert({ line: 2 }))
})

describe.concurrent('concurrent tests', () => {
  test.each([1, 2, 3, 4, 5])('number %i', async (width) => {
    const main = `drawRect('plate', 0, 0, ${width}, 20)\n`
    await withTempProject({ main }, async (project) => {
      await expect(project).toCommit()
      await expect(project).toMatchScene(`__snapshots__/width-${width}.scene.json`)
    })
  })
  test('expect of the test itself', async ({ expect: own }) => {
    await withTempProject(PLATE, async (project) => {
      await own(project).toCommit()
      await own(project).toMatchScene('__snapshots__/own.scene.json')
    })
  })
})

test('misuse', async () => {
  await expect(expect(5).toCommit()).rejects.toThrow(/toCommit: expected the result of a call, got a number/)
  await expect(expect(5).toMatchScene('a.json')).rejects.toBeInstanceOf(ScenewrightError)
  expect(() => expect(Promise.resolve()).toBeCommitted()).toThrow(/await the call first/)
})
