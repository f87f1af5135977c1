// Tries the binaries that SCENEWRIGHT_ADDON and SCENEWRIGHT_RUNNER name, in whatever Node runs this: what a user would notice first
// if they did not work. Prints what passed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Project, Workspace } from '../index.mjs'

/** The table of operations that have the same bits everywhere, and the hash of its results. */
const ENGINE_TESTS = join(fileURLToPath(new URL('.', import.meta.url)), '..', 'tests', 'engine')

/** How often a child is killed in the middle of a script. */
const KILLS = 100

const folder = mkdtempSync(join(tmpdir(), 'scenewright-try-'))
const main = join(folder, 'scene.code.js')
const passed = []

function check(name, holds, answer) {
  if (!holds) throw new Error(`${name} failed: ${JSON.stringify(answer)}`)
  passed.push(name)
}

try {
  writeFileSync(main, "drawRect('plate', 0, 0, 40, 20)\n")
  const project = await Project.open({ root: folder, limits: { timeMs: 2_000 } })
  const edit = (oldCode, newCode) => project.edit({ file: 'main', oldText: oldCode, newText: newCode })
  const committed = await edit('40', '60')
  check('an edit', committed.status === 'committed', committed)
  const broken = await edit('drawRect', 'drawRekt')
  check('a revert', broken.status === 'reverted' && readFileSync(main, 'utf8').includes('drawRect('), broken)
  const endless = await edit('drawRect', 'while (true) {}; drawRect')
  check('an endless loop', endless.status === 'reverted' && endless.error.code === 'timeout', endless)
  const hungry = await edit('drawRect', "'x'.repeat(2 ** 29).split(''); drawRect")
  check('a memory bomb', hungry.status === 'reverted', hungry)
  const picture = await project.render({ width: 64, height: 64 })
  check('a picture', picture.ok && picture.png.subarray(1, 4).toString() === 'PNG', picture)
  const undone = await project.undo()
  check('an undo', undone.status === 'committed' && readFileSync(main, 'utf8').includes('40'), undone)
  await project.close()

  const operations = join(folder, 'operations')
  mkdirSync(operations)
  writeFileSync(join(operations, 'scene.code.js'), readFileSync(join(ENGINE_TESTS, 'operations.js')))
  // An emulated machine takes a minute.
  const arithmetic = await Project.open({ root: operations, limits: { timeMs: 300_000 } })
  const computed = await arithmetic.run()
  const expected = readFileSync(join(ENGINE_TESTS, 'operations.expected.txt'), 'utf8').trim()
  check('the bits of 100,000 operations', computed.ok && computed.logs[0] === expected, computed)
  await arithmetic.close()

  const endlessFolder = join(folder, 'endless')
  mkdirSync(endlessFolder)
  writeFileSync(join(endlessFolder, 'scene.code.js'), "drawRect('plate', 0, 0, 40, 20)\n")
  const hurried = await Project.open({ root: endlessFolder, limits: { timeMs: 100 } })
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killed = await hurried.edit({ file: 'main', oldText: 'drawRect', newText: 'for (;;) {}; drawRect' })
    const isKilled = killed.status === 'reverted' && killed.error.code === 'timeout'
    if (!isKilled) check(`kill ${kill}`, false, killed)
  }
  await hurried.close()
  // With time for a machine that is emulated.
  const calm = await Project.open({ root: endlessFolder })
  const after = await calm.edit({ file: 'main', oldText: '40', newText: '60' })
  check(`an edit after ${KILLS} kills`, after.status === 'committed', after)
  await calm.close()

  const workspace = await Workspace.open({ root: folder, historyDir: join(folder, 'state') })
  const written = await workspace.write({ path: 'a.txt', text: 'one\n' })
  check(
    'a file',
    written.status === 'committed' &&
      written.change === 'created' &&
      readFileSync(join(folder, 'a.txt'), 'utf8') === 'one\n',
    written,
  )
  await workspace.close()
  process.stdout.write(`${process.version}: ${passed.join(', ')}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
