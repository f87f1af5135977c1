import type { ParseArgsConfig } from 'node:util'

import type * as api from '../../index.js'
import { flagOf, integerOf, textOf, withoutAbsent } from './flag-values.js'
import { readFlags, type Parsed } from './read-flags.js'
import { UsageError } from './usage-error.js'

/** The commands that run another command. They are started most often, and load nothing else (`guard-program.ts`). */
export type GuardCommand =
  | {
      readonly name: 'guard'
      readonly root: string
      /** One word is a line for the shell; several are a program and its arguments. */
      readonly command: readonly string[]
      readonly options: api.GuardOptions
    }
  | {
      readonly name: 'snapshot'
      readonly root?: string | undefined
      readonly hook: boolean
      readonly options: api.SnapshotOptions
    }
  | {
      readonly name: 'adopt'
      readonly root?: string | undefined
      readonly hook: boolean
      readonly options: api.AdoptOptions
    }

const GUARD_OPTIONS = {
  message: { type: 'string' },
  'include-ignored': { type: 'boolean' },
  'max-file-bytes': { type: 'string' },
  'max-bytes': { type: 'string' },
} as const satisfies ParseArgsConfig['options']

/** Parses the arguments after the name of the command. Throws {@link UsageError}. */
export function guardCommand(name: GuardCommand['name'], rest: readonly string[]): GuardCommand {
  if (name === 'guard') {
    const end = rest.indexOf('--')
    const command = end < 0 ? [] : rest.slice(end + 1)
    const flags = end < 0 ? rest : rest.slice(0, end)
    const own = { root: { type: 'string' }, check: { type: 'string' }, overlay: { type: 'boolean' } } as const
    const parsed = readFlags(name, flags, { ...GUARD_OPTIONS, ...own }, 1)
    if (command.length === 0) {
      throw new UsageError('guard needs a command after --, as in guard . -- npm install.', name)
    }
    const others = { check: textOf(parsed, 'check'), overlay: flagOf(parsed, 'overlay') }
    const options = { ...guardOptions(parsed), ...withoutAbsent(others) }
    return { name, root: parsed.positionals[0] ?? textOf(parsed, 'root') ?? '.', command, options }
  }
  const own = { root: { type: 'string' }, key: { type: 'string' }, hook: { type: 'boolean' } } as const
  const key = (parsed: Parsed) => withoutAbsent({ key: textOf(parsed, 'key') })
  const place = (parsed: Parsed) => ({
    hook: flagOf(parsed, 'hook') === true,
    ...withoutAbsent({ root: parsed.positionals[0] ?? textOf(parsed, 'root') }),
  })
  if (name === 'snapshot') {
    const parsed = readFlags(name, rest, { ...GUARD_OPTIONS, ...own }, 1)
    return { name, ...place(parsed), options: { ...guardOptions(parsed), ...key(parsed) } }
  }
  const others = { id: { type: 'string' }, message: { type: 'string' }, 'exit-code': { type: 'string' } } as const
  const parsed = readFlags(name, rest, { ...own, ...others }, 1)
  const adopted = withoutAbsent<api.AdoptOptions>({
    guardId: textOf(parsed, 'id'),
    message: textOf(parsed, 'message'),
    exitCode: integerOf(parsed, 'exit-code', 0),
  })
  return { name, ...place(parsed), options: { ...adopted, ...key(parsed) } }
}

function guardOptions(parsed: Parsed): api.SnapshotOptions {
  return withoutAbsent<api.SnapshotOptions>({
    message: textOf(parsed, 'message'),
    includeIgnored: flagOf(parsed, 'include-ignored'),
    maxFileBytes: integerOf(parsed, 'max-file-bytes', 1),
    maxBytes: integerOf(parsed, 'max-bytes', 1),
  })
}
