import type { ParseArgsConfig } from 'node:util'

import type * as api from '../../index.js'
import { valuesOf, type Value } from '../sweep/axis.js'
import { planOf } from '../sweep/plan.js'
import { SweepError } from '../sweep/sweep-error.js'
import { quote } from '../text.js'
import { choiceOf, readNamed, textOf } from './flag-values.js'
import type { FolderOptions } from './folder-options.js'
import type { Parsed } from './read-flags.js'
import { UsageError } from './usage-error.js'

/** A run of many variants. */
export interface SweepCommand {
  readonly name: 'sweep'
  readonly options: FolderOptions
  readonly args: api.SweepArguments
  /** The file of the results; absent for standard output. */
  readonly out?: string | undefined
  /** The folder of the pictures. */
  readonly pictures?: string | undefined
}

export const SWEEP_OPTIONS = {
  set: { type: 'string', multiple: true },
  csv: { type: 'string' },
  out: { type: 'string', short: 'o' },
  share: { type: 'string' },
  jobs: { type: 'string' },
  pictures: { type: 'string' },
  size: { type: 'string' },
  profile: { type: 'string' },
  rates: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

const PROFILES = ['laser', 'cnc', 'print', 'drawing'] as const

/** The flags of `sweep`. */
export function sweepArguments(
  parsed: Parsed,
  values: { readonly parameters?: api.ParameterValues; readonly setName?: string },
): Pick<SweepCommand, 'args' | 'out' | 'pictures'> {
  const given = parsed.values['set']
  const [sets, csv] = [Array.isArray(given) ? (given as readonly string[]) : [], textOf(parsed, 'csv')]
  if (sets.length > 0 && csv !== undefined) throw usage('Give --set or --csv, not both.')
  if (sets.length === 0 && csv === undefined) {
    throw usage('sweep needs values: --set NAME=100..200/10, --set NAME=3,4,5 or --csv FILE.')
  }
  const [share, rates, pictures] = [textOf(parsed, 'share'), textOf(parsed, 'rates'), textOf(parsed, 'pictures')]
  const size = sizeOf(textOf(parsed, 'size'))
  if (size && pictures === undefined) throw usage('--size is for pictures: give --pictures DIR.')
  const profile = choiceOf(parsed, 'profile', PROFILES, 'sweep')
  const jobs = jobsOf(textOf(parsed, 'jobs'))
  const variants = csv === undefined ? { set: axesOf(sets) } : { csv: readNamed(csv, 'variants') }
  const args = {
    ...variants,
    ...values,
    ...(share !== undefined && { share }),
    ...(jobs !== undefined && { jobs }),
    ...(profile !== undefined && { profile }),
    ...(rates !== undefined && { rates: readNamed(rates, 'rates') }),
    ...(pictures !== undefined && { picture: size ?? true }),
  }
  try {
    // Wrong values are reported before anything runs.
    planOf(args)
  } catch (thrown) {
    if (thrown instanceof SweepError) throw usage(thrown.message)
    throw thrown
  }
  const out = textOf(parsed, 'out')
  return { args, ...(out !== undefined && out !== '-' && { out }), ...(pictures !== undefined && { pictures }) }
}

function axesOf(sets: readonly string[]): { readonly [parameter: string]: readonly Value[] } {
  const axes = new Map<string, readonly Value[]>()
  for (const entry of sets) {
    const at = entry.indexOf('=')
    if (at < 1) throw usage(`--set must be NAME=VALUES, as in --set width=100..200/10, got '${quote(entry)}'.`)
    const name = entry.slice(0, at)
    if (axes.has(name))
      throw usage(`--set ${quote(name)} is given twice: list its values as in --set ${quote(name)}=3,4,5.`)
    try {
      axes.set(name, valuesOf(name, entry.slice(at + 1)))
    } catch (thrown) {
      if (thrown instanceof SweepError) throw usage(thrown.message)
      throw thrown
    }
  }
  return Object.fromEntries(axes)
}

function jobsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const jobs = Number(text)
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= 1_024) return jobs
  throw usage(`--jobs must be a whole number from 1 to 1024, got '${quote(text)}'.`)
}

function sizeOf(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined
  const [, width, height] = /^(\d+)[x×,](\d+)$/.exec(text) ?? []
  const isSide = (side: number): boolean => side >= 16 && side <= 4_096
  if (isSide(Number(width)) && isSide(Number(height))) return [Number(width), Number(height)]
  throw usage(`--size must be WIDTHxHEIGHT in pixels, 16 to 4096, got '${quote(text)}'.`)
}

function usage(message: string): UsageError {
  return new UsageError(message, 'sweep')
}
