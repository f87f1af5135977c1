// Ids of scenes that no commit made: those of runs and of edits by hand. The history does not have them.
import { writeFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { unwrap, type Project } from 'scenewright'
import { fileOf, openProject, projectOf } from './support.js'

const MAIN = "drawCircle('wheel', 0, 0, 10)\ndrawRect('frame', 0, 0, 90, 90)\n"
const SMALL = { width: 64, height: 64 } as const

async function pictureOf(project: Project, commit?: string): Promise<Buffer> {
  return Buffer.from(unwrap(await project.render({ ...SMALL, ...(commit !== undefined && { commit }) })).png)
}

describe('the id of a scene that a run made', () => {
  test('names its scene before the first commit and after later ones', async () => {
    const project = await openProject(projectOf({ main: MAIN }), { readFirst: 'off' })
    const { sceneId } = unwrap(await project.run())
    const picture = await pictureOf(project)
    expect((await pictureOf(project, sceneId)).equals(picture)).toBe(true)
    // Another run of the same files has an id of its own, and takes the place of the first in memory.
    unwrap(await project.run())
    expect((await pictureOf(project, sceneId)).equals(picture)).toBe(true)
    const { commitId } = unwrap(await project.edit({ file: 'main', oldText: '10', newText: '14' }))
    expect((await pictureOf(project, sceneId)).equals(picture)).toBe(true)
    expect((await pictureOf(project, commitId)).equals(picture)).toBe(false)
    expect(unwrap(await project.inspect({ view: 'difference', from: sceneId }))).toMatchObject({ changed: 1 })
    expect(unwrap(await project.inspect({ view: 'bounds', name: 'wheel', commit: sceneId })).size).toEqual([20, 20])
    expect(unwrap(await project.render({ ...SMALL, highlight: sceneId })).marked).toMatchObject({ changed: 1 })
  })

  test('is no commit: undo says what it names, also where the history is empty', async () => {
    const project = await openProject(projectOf({ main: MAIN }), { readFirst: 'off' })
    const { sceneId } = unwrap(await project.run())
    const refused = {
      status: 'refused',
      error: { code: 'not_found', message: expect.stringMatching(/is the scene of a run .* nothing to undo/) },
    }
    expect(await project.undo({ commitId: sceneId })).toMatchObject(refused)
    unwrap(await project.edit({ file: 'main', oldText: '10', newText: '14' }))
    expect(await project.undo({ commitId: sceneId })).toMatchObject(refused)
  })

  test('never shows the files of another moment: they are compared', async () => {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    const { sceneId } = unwrap(await project.run())
    writeFileSync(fileOf(dir, 'main'), MAIN.replace('10', '30'))
    unwrap(await project.run())
    expect(await project.render({ ...SMALL, commit: sceneId })).toMatchObject({
      status: 'refused',
      error: { code: 'not_found', message: expect.stringContaining('edited by hand') },
    })
  })

  test('is unknown to another process, which says what it may be', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    // As another process gave it: this one has made no such scene.
    const commit = '00000000000000000000000000000001'
    const error = { code: 'not_found', hint: expect.stringContaining('only the process that made the scene') }
    expect(await project.render({ ...SMALL, commit })).toMatchObject({ status: 'refused', error })
    expect(await project.undo({ commitId: commit })).toMatchObject({ status: 'refused', error })
  })
})

test('the id of an edit by hand names its scene', async () => {
  const dir = projectOf({ main: MAIN })
  const project = await openProject(dir, { readFirst: 'off' })
  const first = unwrap(await project.summary()).sceneId
  const picture = await pictureOf(project)
  unwrap(await project.edit({ file: 'main', oldText: '10', newText: '14' }))
  expect((await pictureOf(project, first)).equals(picture)).toBe(true)
})
