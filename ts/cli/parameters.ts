import type * as api from '../../index.js'
import { readValue } from '../sweep/value.js'
import { quote } from '../text.js'

/**
 * The values of parameters on a command line, `NAME=VALUE` each, or what is wrong with them. A value is a number, `true` or
 * `false` where it looks like one; in double quotes it is always a text.
 */
export function parametersOf(given: readonly string[]): { values: api.ParameterValues } | { problem: string } {
  const values = new Map<string, number | boolean | string>()
  for (const entry of given) {
    const at = entry.indexOf('=')
    if (at < 1) return { problem: `--param must be NAME=VALUE, as in --param width=80, got '${quote(entry)}'.` }
    const name = entry.slice(0, at)
    if (values.has(name)) return { problem: `--param ${quote(name)} is given twice.` }
    values.set(name, readValue(entry.slice(at + 1)))
  }
  return { values: Object.fromEntries(values) }
}
