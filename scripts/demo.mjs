// The main job on the town of examples/, as a person likes to read it: read, a good edit, a broken edit that
// leaves no trace, the picture.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Project } from '../index.mjs'
import terminal from '../dist/terminal.js'
import { ROOT, StepError } from './support.mjs'

const style = terminal.styleOf(process.stdout)

const GOOD_EDIT = {
  file: 'main',
  oldText: '20 + ((row * 7 + col * 3) % 4) * 12',
  newText: '24 + ((row * 7 + col * 3) % 6) * 16',
}

const BROKEN_EDIT = {
  file: 'main',
  oldText: "drawOrder(names[i][0], 'front')",
  newText: "drawOrdr(names[i][0], 'front')",
}

/** Shows the main job in a scratch folder. Answers the exit code. */
export async function showMainJob() {
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-town-'))
  cpSync(join(ROOT, 'examples', 'town'), dir, { recursive: true })
  const project = await Project.open({ root: dir })
  try {
    await showRead(project)
    await showGoodEdit(project)
    await showBrokenEdit(project, join(dir, 'scene.code.js'))
    await showPicture(project, join(dir, 'town.png'))
  } finally {
    await project.close()
  }
  return 0
}

/** @param {Project} project */
async function showRead(project) {
  heading('read', 'main of the town, a copy of examples/town')
  const { text } = expect(await project.read({ file: 'main', offset: 4, limit: 9, numbered: true }), 'ok')
  print(style.dim(text.trimEnd()))
}

/** @param {Project} project */
async function showGoodEdit(project) {
  heading('edit', 'a good one: the houses grow')
  showChange(GOOD_EDIT)
  const startedAt = performance.now()
  const { scene, logs } = expect(await project.edit(GOOD_EDIT), 'committed')
  const took = Math.round(performance.now() - startedAt)
  print(`${style.green('✓ committed')} after a run in the sandbox, ${took} ms`)
  for (const line of logs) print(`console  ${line}`)
  print(terminal.formatScene(scene, style))
}

/**
 * @param {Project} project
 * @param {string} path
 */
async function showBrokenEdit(project, path) {
  heading('edit', 'a broken one: a misspelt function')
  showChange(BROKEN_EDIT)
  const before = readFileSync(path)
  const { error } = expect(await project.edit(BROKEN_EDIT), 'reverted')
  print(terminal.formatError(error, style))
  print('')
  if (!readFileSync(path).equals(before)) throw new StepError(`${path} was changed by an edit that failed.`)
  const hash = createHash('sha256').update(before).digest('hex').slice(0, 12)
  print(`${style.green('✓ reverted')}, byte for byte: main is sha256 ${hash}… as before, the scene too`)
}

/**
 * @param {Project} project
 * @param {string} path
 */
async function showPicture(project, path) {
  heading('render', 'the committed scene')
  const { png, width, height } = expect(await project.render(), 'ok')
  writeFileSync(path, png)
  print(`${width} x ${height} pixels: ${style.bold(path)}`)
}

/**
 * @template {{ status: string }} Result
 * @template {Result['status']} Status
 * @param {Result} result
 * @param {Status} status
 */
function expect(result, status) {
  if (result.status === status) return /** @type {Extract<Result, { status: Status }>} */ (result)
  throw new StepError(`Expected ${status}, got ${result.status}: ${JSON.stringify(result)}`)
}

function showChange({ oldText, newText }) {
  print(style.red(`- ${oldText}`))
  print(style.green(`+ ${newText}`))
}

function heading(tool, what) {
  process.stdout.write(`\n${style.bold(style.cyan(tool))}  ${what}\n`)
}

function print(text) {
  process.stdout.write(`${terminal.indent(text)}\n`)
}
