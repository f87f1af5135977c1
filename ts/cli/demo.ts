import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { exampleFolder, SHOWN_FIRST } from './examples.js'
import { makeProject } from './init.js'
import { program } from './program.js'
import type { Output } from './terminal.js'
import { view } from './view.js'

/** Shows an example in a temporary folder, with the page open. */
export async function demo(
  example = SHOWN_FIRST,
  { port, open }: { readonly port?: number | undefined; readonly open: boolean },
  stdout: Output,
): Promise<number> {
  const source = exampleFolder('demo', example)
  const dir = join(mkdtempSync(join(tmpdir(), 'scenewright-demo-')), example)
  makeProject(source, dir)
  const { style } = stdout
  stdout.line(`${style.bold(`The example ${example}`)}, a copy in ${dir}`)
  stdout.line(
    `Edit its scene.code.js, and the page follows. Keep it with: ${program()} init DIR --example ${example}\n`,
  )
  return view({}, [dir], { port, open }, stdout)
}
