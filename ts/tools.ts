import type * as api from '../index.js'
import { misuse, readOptions, shown } from './check.js'
import { fromNative } from './errors.js'
import { native } from './native.js'
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
export function toolDefinitions<Profile extends 'files' | 'scene'>(
  profile: Profile,
  options?: { readonly outputSchemas?: boolean | undefined },
): api.ToolDefinition<Profile extends 'files' ? api.FileToolName : api.SceneToolName>[] {
  if (profile !== 'files' && profile !== 'scene') {
    throw misuse(`toolDefinitions: the profile must be 'files' or 'scene', got ${shown(profile)}.`)
  }
  const { outputSchemas = false } = readOptions('toolDefinitions', '{ outputSchemas: true }', options, [
    'outputSchemas',
  ])
  if (typeof outputSchemas !== 'boolean') {
    throw misuse(`toolDefinitions: outputSchemas must be true or false, got ${shown(outputSchemas)}.`)
  }
  return JSON.parse(toolTable(profile, outputSchemas))
}

/**
 * The tools that may answer with a picture, which excludes a structure. They have no output schema either: a client refuses
 * an answer that lacks the structure that the schema requires.
 */
export const PICTURE_TOOLS: ReadonlySet<string> = new Set(['render', 'check', 'Read'])

/** The tools as JSON, for callers with their own type of tools; with the schemas of the answers on request. */
export function toolTable(profile: 'files' | 'scene', withOutputSchemas = false): string {
  let table: string
  try {
    table = native().binding.toolDefinitions(profile)
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
