// The example projects run unchanged and give what was worked out by hand; the same files give the same bytes.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { Project } from 'scenewright'
import { atEnd, example, PROGRAM } from './support.js'

const SOURCES = {
  town: ['scene.code.js', 'modules/city_lib.js', 'modules/iso_lib.js'],
  flat: ['scene.code.js', 'modules/plan_lib.js'],
}

async function runOnce(dir: string) {
  const project = await Project.open({ root: dir })
  atEnd(() => project.close())
  const result = await project.run()
  await project.close()
  if (result.status !== 'committed') throw new Error(JSON.stringify(result.error))
  return { result, scene: readFileSync(join(dir, 'scene.json'), 'utf8') }
}

describe.each(['town', 'flat'] as const)('%s', (name) => {
  test('runs, and its sources stay as they are', async () => {
    const dir = example(name)
    const before = SOURCES[name].map((path) => readFileSync(join(dir, path), 'utf8'))
    await runOnce(dir)
    expect(SOURCES[name].map((path) => readFileSync(join(dir, path), 'utf8'))).toEqual(before)
  })

  test('gives byte for byte the same scene in ten runs and in two processes', async () => {
    const { scene } = await runOnce(example(name))
    for (let round = 1; round < 10; round += 1) expect((await runOnce(example(name))).scene).toBe(scene)
    const dir = example(name)
    const other = spawnSync(process.execPath, [PROGRAM, 'run', dir], { encoding: 'utf8' })
    expect(other).toMatchObject({ status: 0 })
    expect(readFileSync(join(dir, 'scene.json'), 'utf8')).toBe(scene)
  })
})

test('town: 1,155 polygons in 466 nested groups, and 81 plots', async () => {
  const { result, scene } = await runOnce(example('town'))
  expect(result.logs).toEqual(['81 plots'])
  expect(result.scene).toMatchObject({ entities: 1155 + 466, groups: 466, units: 'mm' })
  const { entities } = JSON.parse(scene) as { entities: { type: string }[] }
  expect(entities.filter(({ type }) => type === 'polygon')).toHaveLength(1155)
  expect(entities.filter(({ type }) => type === 'group')).toHaveLength(466)
})

test('flat: five rooms, and the net floor area', async () => {
  const { result, scene } = await runOnce(example('flat'))
  expect(result.logs).toEqual(['net floor area 97.20 m2'])
  expect(result.scene.units).toBe('cm')
  const { entities } = JSON.parse(scene) as { entities: { name: string; children?: string[] }[] }
  const flat = entities.find(({ name }) => name === 'flat')
  expect(flat?.children).toHaveLength(5)
})
