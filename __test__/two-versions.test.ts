// Two versions of the package in one process, as they come together where a dependency has its own.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createMcpServer, Project, RefusedError, ScenewrightError, version, Workspace } from 'scenewright'
import { currentHost, platformName, runnerFileName } from '../ts/platform.js'
import { ROOT, scratch } from './support.js'

type Package = typeof import('scenewright')

/** The package under another version, with binaries of its own. */
function otherVersion(): Package {
  const folder = join(scratch(), 'node_modules', 'scenewright')
  mkdirSync(folder, { recursive: true })
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  for (const name of readdirSync(join(folder, 'dist')).filter((file) => file.endsWith('.js'))) {
    const file = join(folder, 'dist', name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`"${version}"`, '"9.9.9"'))
  }
  for (const name of [`scenewright.${platformName(currentHost())}.node`, runnerFileName(currentHost())]) {
    copyFileSync(join(ROOT, name), join(folder, name))
  }
  return createRequire(__filename)(join(folder, 'dist', 'index.js')) as Package
}

test('two versions in one process work side by side, and see each other’s commits', async () => {
  const other = otherVersion()
  expect([version, other.version]).toEqual([version, '9.9.9'])
  expect(other.Project).not.toBe(Project)
  const dir = scratch()
  writeFileSync(join(dir, 'scene.code.js'), "drawRect('plate', 0, 0, 40, 20)\n")
  const [one, two] = [await Project.open({ root: dir }), await other.Project.open({ root: dir })]
  try {
    // At once: one of them starts again from the other's bytes.
    const edits = await Promise.all([
      one.edit({ file: 'main', oldText: '40', newText: '60' }),
      two.edit({ file: 'main', oldText: '20', newText: '30' }),
    ])
    expect(edits.map(({ status }) => status)).toEqual(['committed', 'committed'])
    expect(readFileSync(join(dir, 'scene.code.js'), 'utf8')).toBe("drawRect('plate', 0, 0, 60, 30)\n")
    const histories = await Promise.all([one.history(), two.history()])
    expect(histories[0]).toEqual(histories[1])
    expect(await two.undo()).toMatchObject({ status: 'committed' })
  } finally {
    await Promise.all([one.close(), two.close()])
  }

  const historyDir = join(scratch(), 'state')
  const workspaces = await Promise.all([Workspace, other.Workspace].map((door) => door.open({ root: dir, historyDir })))
  const written = await Promise.all(
    workspaces.map((workspace, index) => workspace.write({ path: `${index}.txt`, text: `${index}\n` })),
  )
  expect(written.map(({ status }) => status)).toEqual(['committed', 'committed'])
  await Promise.all(workspaces.map((workspace) => workspace.close()))
})

test('instanceof holds for objects of another copy, and a server is made over its projects', async () => {
  const other = otherVersion()
  const dir = scratch()
  writeFileSync(join(dir, 'scene.code.js'), "drawCircle('c', 0, 0, 5)\n")
  const project = await other.Project.open({ root: dir })
  const workspace = await other.Workspace.open({ root: dir, historyDir: join(scratch(), 'state') })
  try {
    expect(project).toBeInstanceOf(Project)
    expect(workspace).toBeInstanceOf(Workspace)
    expect(project).not.toBeInstanceOf(Workspace)
    expect(new other.ScenewrightError('closed', 'x')).toBeInstanceOf(ScenewrightError)
    expect(new other.RefusedError({ code: 'no_match', group: 'refusal', message: 'x' })).toBeInstanceOf(RefusedError)
    for (const value of [undefined, null, {}, new Error('x'), 'text']) {
      expect(value instanceof ScenewrightError, String(value)).toBe(false)
    }
    class Own extends RefusedError {}
    expect(new RefusedError({ code: 'no_match', group: 'refusal', message: 'x' })).not.toBeInstanceOf(Own)
    expect(new Own({ code: 'no_match', group: 'refusal', message: 'x' })).toBeInstanceOf(Own)
    await createMcpServer(project).close()
  } finally {
    await Promise.all([project.close(), workspace.close()])
  }
})
