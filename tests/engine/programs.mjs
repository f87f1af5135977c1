// Makes programs for the comparison of the engine with Node, each from the number that it has.
import { PRELUDE } from './prelude.mjs'
import { Random } from './random.mjs'
import { classes, destructuring, expressions, properties, scopes } from './bindings.mjs'
import { arrays, collections, json, locales, sorting, strings } from './library.mjs'
import { jumps, promises } from './jumps.mjs'
import { conversions, numbers, typedArrays } from './numbers.mjs'
import { expressionsOfTexts } from './regexps.mjs'
import { observed } from './observed.mjs'
import { places } from './places.mjs'

const FAMILIES = [
  [7, jumps],
  [3, promises],
  [3, destructuring],
  [4, expressions],
  [3, scopes],
  [3, classes],
  [4, properties],
  [3, arrays],
  [2, collections],
  [2, sorting],
  [2, locales],
  [2, strings],
  [2, json],
  [3, numbers],
  [2, conversions],
  [2, typedArrays],
  [4, expressionsOfTexts],
  [3, observed],
  [4, places],
]

/** Returns the program of that number. */
export function program(number) {
  const random = new Random(number)
  const family = random.weighted(FAMILIES)
  return `// ${family.name} ${number}\n${PRELUDE}\n${family(random)}\n`
}
