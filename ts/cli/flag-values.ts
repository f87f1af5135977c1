import { readFileSync } from 'node:fs'

import { ScenewrightError } from '../errors.js'
import { quote } from '../text.js'
import type { Parsed } from './read-flags.js'
import { UsageError } from './usage-error.js'

/** The text after a flag; nothing if the flag is absent. */
export function textOf({ values }: Parsed, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** True where a flag without a value is given. */
export function flagOf({ values }: Parsed, name: string): true | undefined {
  return values[name] === true ? true : undefined
}

/** The whole number after a flag. */
export function integerOf(parsed: Parsed, name: string, min: number): number | undefined {
  const value = textOf(parsed, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= min) return number
  throw new UsageError(`--${name} must be a whole number from ${min}, got '${quote(value)}'.`)
}

/** The object without the fields that are undefined. */
export function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T
}

/** One of some words after a flag. */
export function choiceOf<const Choice extends string>(
  parsed: Parsed,
  name: string,
  choices: readonly Choice[],
  command: string,
): Choice | undefined {
  const value = textOf(parsed, name)
  if (value === undefined) return undefined
  const found = choices.find((known) => known === value)
  if (found !== undefined) return found
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}, got '${quote(value)}'.`, command)
}

/** The text of a file that a flag names; - is stdin. Refuses what is not UTF-8, which would be read as other letters. */
export function readNamed(path: string, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path === '-' ? 0 : path))
  } catch (cause) {
    const reason =
      cause instanceof TypeError
        ? 'it is not UTF-8; save it as UTF-8'
        : cause instanceof Error
          ? cause.message
          : String(cause)
    throw new ScenewrightError('invalid_input', `Could not read ${what} from ${path}: ${reason}`, { cause })
  }
}
