import { parseArgs, type ParseArgsConfig } from 'node:util'

import { nearestName } from '../nearest.js'
import { quote } from '../text.js'
import { UsageError } from './usage-error.js'

type Options = NonNullable<ParseArgsConfig['options']>

/** The flags and the other arguments of a command line. */
export interface Parsed {
  readonly values: { readonly [name: string]: string | boolean | readonly string[] | undefined }
  readonly positionals: readonly string[]
}

/** The arguments of a command. Throws {@link UsageError} with its own message: the parser's messages are for programmers. */
export function readFlags(command: string, argv: readonly string[], options: Options, maxPositionals: number): Parsed {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option) throw unknownFlag(command, rawName, options)
    if (option.type === 'boolean' && value !== undefined) {
      throw new UsageError(`${rawName} takes no value, got '${quote(value)}'.`, command)
    }
    if (option.type === 'string') requireValue(command, rawName, value, token.inlineValue)
  }
  const extra = positionals[maxPositionals]
  if (extra !== undefined) throw new UsageError(`Unexpected argument '${quote(extra)}'.`, command)
  return { values, positionals } as Parsed
}

function requireValue(
  command: string,
  rawName: string,
  value: string | undefined,
  isInline: boolean | undefined,
): void {
  if (value === undefined) throw new UsageError(`${rawName} needs a value, as in ${rawName} VALUE.`, command)
  // A lone dash is stdin or stdout. Anything longer is more likely the next flag, since the value was forgotten.
  if (isInline || value.length < 2 || !value.startsWith('-')) return
  const hint = rawName.startsWith('--') ? ` A value that begins with - is written ${rawName}=${quote(value)}.` : ''
  throw new UsageError(`${rawName} needs a value, got '${quote(value)}'.${hint}`, command)
}

function unknownFlag(command: string, rawName: string, options: Options): UsageError {
  const flags = Object.entries(options).flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])])
  const near = rawName.startsWith('--') ? nearestName(rawName.slice(2), Object.keys(options)) : undefined
  const suggestion = near === undefined ? '' : ` Did you mean --${near}?`
  const others = near === undefined && flags.length <= 4 && flags.length > 0 ? ` It takes ${flags.join(', ')}.` : ''
  return new UsageError(`scenewright ${command} has no flag '${quote(rawName)}'.${suggestion}${others}`, command)
}
