// Scenes of more than 4,000 entities: of one that follows another only the difference comes from the child, and scene.json is
// written after the answer. Neither may be seen.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Project } from 'scenewright'
import { openProject, projectOf, ROOT } from './support.js'

const LIMITS = { timeMs: 60_000 }

/** 1,500 houses of a wall, a door and a group, and trees of one block. */
const TOWN = `const COLOUR = 'red'
drawRect('trunk', 0, 0, 1, 4)
defineBlock('tree', ['trunk'])
for (let n = 0; n < 1500; n++) {
  const x = (n % 50) * 10, y = Math.floor(n / 50) * 10
  drawRect('wall_' + n, x, y, 6, 4)
  setFill('wall_' + n, n === 700 ? COLOUR : 'white')
  drawCircle('door_' + n, x, y, 1)
  createGroup('house_' + n, ['wall_' + n, 'door_' + n])
  if (n % 100 === 0) insert('tree', 'tree_' + n, x, y + 5)
}
drawText('title', 'Town', 0, 400, 12)
`

/** The scene of a project as a run in a process of its own makes it. */
async function fresh(dir: string, parameters: Record<string, number> = {}): Promise<string> {
  const main = readFileSync(join(dir, 'scene.code.js'), 'utf8')
  const project = await openProject(projectOf({ main }), { limits: LIMITS, isolation: 'thread' })
  expect(await project.run({ parameters })).toMatchObject({ status: 'committed' })
  return sceneOf(project)
}

async function sceneOf(project: Project): Promise<string> {
  const exported = await project.export({ format: 'json' })
  if (exported.status !== 'ok' || !exported.data) throw new Error(JSON.stringify(exported))
  return exported.data.toString()
}

const EDITS: readonly (readonly [string, string, object])[] = [
  ["'red'", "'blue'", { changed: ['wall_700'] }],
  ["n === 700 ? COLOUR : 'white'", 'COLOUR', { changed: expect.objectContaining({ total: 1_499 }) }],
  ['n < 1500', 'n < 1499', { removed: ['house_1499', 'wall_1499', 'door_1499'] }],
  ["drawText('title', 'Town'", "drawText('title', 'City'", { changed: ['title'] }],
  ['0, 0, 1, 4', '0, 0, 2, 4', { changed: expect.objectContaining({ total: 15 }) }],
  ["drawText('title'", "drawOrder('house_3', 'front')\ndrawText('title'", { changed: ['house_3'] }],
]

/** The changes with their lists as names, where all of them are named. */
function named(changes: object): object {
  const lists = (['added', 'removed', 'changed'] as const).map((which) => {
    const list: unknown = Reflect.get(changes, which)
    const { total, names } = list as { total: number; names: readonly string[] }
    return [which, total === names.length ? names : list] as const
  })
  return Object.fromEntries(lists.filter(([, list]) => !Array.isArray(list) || list.length > 0))
}

test('an edit of a large scene gives the scene and the changes that a run from nothing gives', async () => {
  const project = await openProject(projectOf({ main: TOWN }), { limits: LIMITS })
  expect(await project.run()).toMatchObject({ status: 'committed' })
  await project.read({ file: 'main' })
  for (const [oldText, newText, expected] of EDITS) {
    const check = await project.check({
      changes: [{ file: 'main', oldText: 'drawText(', newText: "drawCircle('dot', 0, 0, 1)\ndrawText(" }],
    })
    expect(check).toMatchObject({ status: 'ok', scene: { changes: { added: { names: ['dot'] } } } })
    const result = await project.edit({ file: 'main', oldText: oldText, newText: newText })
    if (result.status !== 'committed') throw new Error(JSON.stringify(result))
    expect(named(result.scene?.changes ?? {})).toEqual(expected)
    expect(await sceneOf(project)).toBe(await fresh(project.root))
  }
  // A child that is killed takes the scenes with it that it kept.
  const endless = await project.edit({ file: 'main', oldText: 'const COLOUR', newText: 'throw 1\nconst COLOUR' })
  expect(endless.status).toBe('reverted')
  expect(await project.undo()).toMatchObject({ status: 'committed' })
  expect(await sceneOf(project)).toBe(await fresh(project.root))
})

test('scene.json of a large scene has the last commit when the project is closed', async () => {
  const project = await openProject(projectOf({ main: TOWN }), { limits: LIMITS })
  expect(await project.run()).toMatchObject({ status: 'committed' })
  for (const [oldText, newText] of [
    ["'red'", "'blue'"],
    ["'blue'", "'green'"],
  ] as const) {
    expect(await project.edit({ file: 'main', oldText: oldText, newText: newText })).toMatchObject({
      status: 'committed',
    })
  }
  const other = await openProject(project.root, { limits: LIMITS })
  const seen = await sceneOf(other)
  await project.flush()
  expect(readFileSync(join(project.root, 'scene.json'), 'utf8')).toBe(seen)
  expect(await project.edit({ file: 'main', oldText: "'green'", newText: "'olive'" })).toMatchObject({
    status: 'committed',
  })
  await Promise.all([project.close(), other.close()])
  const again = await openProject(project.root, { limits: LIMITS })
  expect(readFileSync(join(project.root, 'scene.json'), 'utf8')).toBe(await sceneOf(again))
})

/** Opens the project in a process of its own and does something with it. */
async function elsewhere(dir: string, code: string): Promise<void> {
  const host = `import { Project, unwrap } from ${JSON.stringify(join(ROOT, 'index.mjs'))}
const project = await Project.open({ root: ${JSON.stringify(dir)}, limits: { timeMs: 60000 } })
await project.summary()
unwrap(await project.${code})
await project.close()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', host], { stdio: 'inherit' })
  expect(await new Promise((ended) => child.once('exit', ended))).toBe(0)
}

test('the commit of another process is seen without a run', async () => {
  const dir = projectOf({
    main: `const DOOR = param('door', 1)\n${TOWN.replace('x, y, 1)', 'x, y, n < 9 ? DOOR : 1)')}`,
  })
  // No cache of the whole scene can be written, so that what is different is all that a process has of another one.
  mkdirSync(join(dir, 'scene.json'))
  const project = await openProject(dir, { limits: LIMITS })
  expect(await project.run()).toMatchObject({ status: 'committed' })
  const runs: string[] = []
  project.on('progress', ({ step, message }) => void (step === 'run' && runs.push(message)))
  const edit = (oldText: string, newText: string): string =>
    `edit(${JSON.stringify({ file: 'main', oldText, newText })})`
  for (const [code, door] of [
    [edit("'red'", "'blue'"), 1],
    [edit('n < 1500', 'n < 1499'), 1],
    ['run({ parameters: { door: 2 } })', 2],
    [edit("drawText('title'", "drawOrder('house_3', 'front')\ndrawText('title'"), 2],
    ['undo()', 2],
  ] as const) {
    await elsewhere(dir, code)
    expect(await sceneOf(project), code).toBe(await fresh(dir, { door }))
    expect(runs, code).toEqual([])
  }
  // Of two commits only the way from the first to the second is left, and after an edit by hand it leads elsewhere.
  await elsewhere(dir, edit("'blue'", "'green'"))
  await elsewhere(dir, edit("'green'", "'olive'"))
  expect(await sceneOf(project)).toBe(await fresh(dir, { door: 2 }))
  expect(runs).toHaveLength(1)
  await elsewhere(dir, edit("'olive'", "'navy'"))
  const file = join(dir, 'scene.code.js')
  writeFileSync(file, readFileSync(file, 'utf8').replace("'navy'", "'teal'"))
  expect(await sceneOf(project)).toBe(await fresh(dir, { door: 2 }))
  expect(runs).toHaveLength(2)
})

test('a process that ends before it has written scene.json leaves one that is noticed', async () => {
  const dir = projectOf({ main: TOWN })
  const host = `import { Project } from ${JSON.stringify(join(ROOT, 'index.mjs'))}
const project = await Project.open({ root: ${JSON.stringify(dir)}, limits: { timeMs: 60000 } })
await project.run()
await project.flush()
await project.edit({ file: 'main', oldText: "'red'", newText: "'blue'" })
process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', host], { stdio: 'inherit' })
  await new Promise((ended) => child.once('exit', ended))
  const project = await openProject(dir, { limits: LIMITS })
  expect(await project.inspect({ view: 'entity', name: 'wall_700' })).toMatchObject({ status: 'ok' })
  expect(await sceneOf(project)).toBe(await fresh(dir))
})
