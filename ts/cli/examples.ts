import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { nearestName } from '../nearest.js'
import { quote } from '../text.js'
import { MAIN_FILE } from './places.js'
import { PACKAGE_ROOT } from './program.js'
import { UsageError } from './usage-error.js'

const EXAMPLES = join(PACKAGE_ROOT, 'examples')

/** The example of a first project: small, with parameters and rules. */
export const STARTER = 'starter'

/** The example of a demonstration: with sliders, and much to look at. */
export const SHOWN_FIRST = 'gear_pair'

/** The names of the examples in the package. */
export function exampleNames(): string[] {
  if (!existsSync(EXAMPLES)) return []
  const names = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, MAIN_FILE)))
  return names.sort((one, other) => Number(other === STARTER) - Number(one === STARTER) || one.localeCompare(other))
}

/** The folder of an example. Throws {@link UsageError} for an unknown one. */
export function exampleFolder(command: string, name: string): string {
  const names = exampleNames()
  if (names.includes(name)) return join(EXAMPLES, name)
  const near = nearestName(name, names)
  const suggestion = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`
  throw new UsageError(`There is no example '${quote(name)}'. ${suggestion}`, command)
}
