// `npm run generate`: writes everything that is generated from the code, and prints which files changed.
//
//   node scripts/generate.mjs [name ...]
//
// Each is written by the test that compares it with what is committed, or by a script of its own. Look at what changed,
// and commit it.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { LINT_PICTURES, writeLintPictures } from './lint-pictures.mjs'
import { prepareRust } from './setup.mjs'
import { OUTPUT_SCHEMAS, writeOutputSchemas } from './output-schemas.mjs'
import { SHEETS, writeSheets } from './sheets.mjs'
import { isProgram, main, ROOT, run, printStep, StepError } from './support.mjs'
import { WIRE_TYPES, writeWireTypes } from './wire-types.mjs'

/** The generated files: the tests of a crate or the function that write them, and their paths. */
const GENERATED = {
  'wire-types': { write: writeWireTypes, paths: [WIRE_TYPES] },
  'output-schemas': { write: writeOutputSchemas, paths: [OUTPUT_SCHEMAS] },
  declarations: { crate: 'scenewright-vocabulary', tests: 'declarations', paths: ['scene.d.ts'] },
  reference: {
    crate: 'scenewright-tests',
    tests: 'reference',
    paths: ['docs/reference.md', 'docs/gallery.md', 'docs/images'],
  },
  modules: { crate: 'scenewright-tests', tests: 'modules', paths: ['docs/scripting.md'] },
  lint: { crate: 'scenewright-lint', tests: 'pages', paths: ['docs/lint'] },
  // Needs a build.
  'lint-pictures': { write: writeLintPictures, paths: [LINT_PICTURES] },
  sheets: { write: writeSheets, paths: [SHEETS] },
  errors: { crate: 'scenewright-tests', tests: 'errors', paths: ['tests/errors'] },
  refusals: { crate: 'scenewright-workspace', tests: 'errors_page', paths: ['docs/errors.md'] },
}

async function generate(names) {
  const unknown = names.find((name) => !Object.hasOwn(GENERATED, name))
  if (unknown !== undefined) {
    throw new StepError(`Nothing is called ${unknown}. Known: ${Object.keys(GENERATED).join(', ')}.`)
  }
  const chosen = names.length === 0 ? Object.keys(GENERATED) : names
  if (chosen.some((name) => GENERATED[name].crate)) await prepareRust()
  const paths = chosen.flatMap((name) => GENERATED[name].paths)
  const before = contentsOf(paths)
  for (const name of chosen) {
    const { crate, tests, write } = GENERATED[name]
    printStep(`writing ${name}`)
    const options = { quiet: true, env: { UPDATE_GENERATED: '1' } }
    if (write) await write()
    else await run('cargo', ['test', '--package', crate, tests], options)
  }
  const after = contentsOf(paths)
  const all = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changed = all.filter((path) => before.get(path) !== after.get(path))
  const how = (path) => (before.has(path) ? (after.has(path) ? 'changed' : 'removed') : 'new    ')
  const lines = changed.map((path) => `${how(path)}  ${path}\n`)
  process.stdout.write(lines.length === 0 ? 'Nothing changed.\n' : lines.join(''))
}

/** Files by their paths in the checkout, those in folders included. */
function contentsOf(paths) {
  const files = new Map()
  const add = (path) => {
    const place = join(ROOT, path)
    const found = statSync(place, { throwIfNoEntry: false })
    if (found?.isDirectory()) for (const name of readdirSync(place)) add(`${path}/${name}`)
    else if (found) files.set(path, readFileSync(place, 'latin1'))
  }
  paths.forEach(add)
  return files
}

if (isProgram(import.meta)) await main(generate)
