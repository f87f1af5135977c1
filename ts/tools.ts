import type * as api from '../index.js'
import { misuse, readOptions, formatValue } from './check.js'
import { fromNative } from './errors.js'
import { native, readBinaries } from './native.js'
import OUTPUT_SCHEMAS from './output-schemas.json'

let changing: ReadonlySet<string> | undefined

/** The file tools that change a file, and therefore wait for each other: all that the table does not mark as read-only. */
export function changingTools(): ReadonlySet<string> {
  changing ??= new Set(
    toolDefinitions('files')
      .filter(({ annotations }) => annotations.readOnlyHint !== true)
      .map(({ name }) => name),
  )
  return changing
}

/** The tools of a profile, from the one table in the native half. */
export function toolDefinitions<Profile extends 'files' | 'scene', const Prefix extends string = ''>(
  profile: Profile,
  options?: api.ToolDefinitionOptions<Prefix>,
): api.ToolDefinition<`${Prefix}${Profile extends 'files' ? api.FileToolName : api.SceneToolName}`>[] {
  if (profile !== 'files' && profile !== 'scene') {
    throw misuse(`toolDefinitions: the profile must be 'files' or 'scene', got ${formatValue(profile)}.`)
  }
  const known = ['outputSchemas', 'prefix', 'binaries'] as const
  const given: Partial<api.ToolDefinitionOptions<Prefix>> = readOptions(
    'toolDefinitions',
    '{ outputSchemas: true }',
    options,
    known,
  )
  const { outputSchemas = false, prefix = '' } = given
  if (typeof outputSchemas !== 'boolean') {
    throw misuse(`toolDefinitions: outputSchemas must be true or false, got ${formatValue(outputSchemas)}.`)
  }
  requirePrefix('toolDefinitions', prefix)
  const table = toolTable(profile, outputSchemas, readBinaries('toolDefinitions', given.binaries))
  const tools: ReturnType<typeof toolDefinitions<Profile, Prefix>> = JSON.parse(table)
  return prefix === '' ? tools : tools.map((tool) => ({ ...tool, name: `${prefix}${tool.name}` as typeof tool.name }))
}

const PREFIX = /^[A-Za-z0-9_.-]{0,40}$/

/** Requires a text that may stand in front of the names of tools. */
export function requirePrefix(who: string, prefix: unknown): void {
  if (typeof prefix === 'string' && PREFIX.test(prefix)) return
  throw misuse(`${who}: prefix must be at most 40 letters, digits, _, . and -, got ${formatValue(prefix)}.`)
}

/**
 * The tools that may answer with a picture, which excludes a structure. They have no output schema either: a client refuses
 * an answer that lacks the structure that the schema requires.
 */
export const PICTURE_TOOLS: ReadonlySet<string> = new Set(['render', 'check', 'Read'])

/** The tools as JSON, for callers with their own type of tools; with the schemas of the answers on request. */
export function toolTable(profile: 'files' | 'scene', withOutputSchemas = false, binaries?: api.Binaries): string {
  let table: string
  try {
    table = native(binaries).binding.toolDefinitions(profile)
  } catch (thrown) {
    throw fromNative(thrown)
  }
  if (!withOutputSchemas) return table
  const schemas: { readonly [name: string]: object | undefined } = OUTPUT_SCHEMAS[profile]
  const tools: { readonly name: string }[] = JSON.parse(table)
  return JSON.stringify(
    tools.map((tool) => (PICTURE_TOOLS.has(tool.name) ? tool : { ...tool, outputSchema: schemas[tool.name] })),
  )
}
