import type { ParseArgsConfig } from 'node:util'

import type * as api from '../../index.js'
import { quote } from '../text.js'
import type { Parsed } from './read-flags.js'
import type { FolderOptions } from './folder-options.js'
import { UsageError } from './usage-error.js'

/** Arguments for checking a project, or a file of another program. */
export interface LintCommand {
  readonly name: 'lint'
  /** A file, or the folder of a project. */
  readonly path?: string | undefined
  readonly options: FolderOptions
  readonly args: api.LintArguments
  readonly format: 'text' | 'json' | 'sarif'
  /** True to repair the findings that need no decision. */
  readonly fix: boolean
}

export const LINT_OPTIONS = {
  profile: { type: 'string' },
  format: { type: 'string', short: 'f' },
  set: { type: 'string', multiple: true },
  fix: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

const PROFILES = ['laser', 'cnc', 'print', 'drawing'] as const
const LIMITS = [
  'gap',
  'edge',
  'web',
  'hole',
  'radius',
  'kerf',
  'line',
  'text',
  'contrast',
  'plate',
  'tool',
  'thickness',
]

/** The flags of `lint`. */
export function lintArguments({ values }: Parsed): Pick<LintCommand, 'args' | 'format' | 'fix'> {
  const profile = choice(values['profile'], 'profile', PROFILES)
  const format = choice(values['format'], 'format', ['text', 'json', 'sarif'] as const) ?? 'text'
  const given = values['set']
  const set = Array.isArray(given) ? limitsOf(given as readonly string[]) : undefined
  const args = { ...(profile !== undefined && { profile }), ...(set !== undefined && { limits: set }) }
  return { args, format, fix: values['fix'] === true }
}

function limitsOf(given: readonly string[]): { readonly [limit: string]: number } {
  return Object.fromEntries(
    given.map((entry) => {
      const [name = '', text = '', ...more] = entry.split('=')
      const value = text.trim() === '' ? NaN : Number(text)
      if (more.length > 0 || !(value >= 0 && Number.isFinite(value))) {
        throw new UsageError(`--set must be NAME=MILLIMETRES, as in --set kerf=0.2, got '${quote(entry)}'.`, 'lint')
      }
      if (!LIMITS.includes(name)) {
        throw new UsageError(`There is no limit '${quote(name)}'. Known are ${LIMITS.join(', ')}.`, 'lint')
      }
      return [name, value]
    }),
  )
}

function choice<const Choice extends string>(
  value: Parsed['values'][string],
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined
  const found = choices.find((known) => known === value)
  if (found !== undefined) return found
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}, got '${quote(String(value))}'.`, 'lint')
}
