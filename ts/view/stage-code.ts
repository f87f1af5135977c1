import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type * as api from '../../index.js'
import type { Listeners } from '../events.js'
import { errorOf } from '../results.js'
import type { Session } from '../session.js'
import { isAnswered } from '../wire.js'
import type { ErrorInfo } from '../wire-types.js'
import type { Code } from './good-code.js'

/** A project that was opened in a folder with a copy of its files. */
export interface Opened {
  readonly session: Session
  readonly listeners: Listeners<api.ProjectEvents>
}

/** Assets are copied only where code reads some. */
const READS_ASSETS = /\b(?:importDxf|importSvg|readAsset)\b/

/** Writes code into an empty folder, with the files of the project beside it that the drawing depends on. */
export function stageCode(stage: string, dir: string, code: Code): void {
  const modules = join(stage, 'modules')
  mkdirSync(modules)
  for (const [name, text] of code)
    writeFileSync(name === 'main' ? join(stage, 'scene.code.js') : join(modules, `${name}.js`), text)
  const assets = join(dir, 'assets')
  const reads = [...code.values()].some((text) => READS_ASSETS.test(text))
  if (reads && existsSync(assets)) cpSync(assets, join(stage, 'assets'), { recursive: true, verbatimSymlinks: true })
  const lint = join(dir, 'lint.json')
  if (existsSync(lint)) cpSync(lint, join(stage, 'lint.json'))
}

/** The values of all parameters of a drawing. */
export async function presentValues(
  session: Session,
  signal?: AbortSignal,
): Promise<{ readonly values: { readonly [parameter: string]: unknown } } | { readonly error: ErrorInfo }> {
  const parameters = await session.call('inspect', { view: 'parameters', limit: 1_000 }, signal)
  if (!isAnswered(parameters)) return { error: errorOf(parameters) }
  const { rows } = parameters.answer.data as unknown as { readonly rows: readonly { name: string; value: unknown }[] }
  return { values: Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
