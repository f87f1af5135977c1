import { misuse, shown } from './check.js'
import { fromNative } from './errors.js'
import { native } from './native.js'
import type { ToolDefinition } from './wire-types.js'

let changing: ReadonlySet<string> | undefined

/** The file tools that change a file, and so wait for each other: those that the table does not call read-only. */
export function changingTools(): ReadonlySet<string> {
  changing ??= new Set(
    toolDefinitions('files')
      .filter(({ annotations }) => annotations.readOnlyHint !== true)
      .map(({ name }) => name),
  )
  return changing
}

/** The tools of a profile, from the one table in the native half. */
export function toolDefinitions(profile: 'files' | 'scene'): ToolDefinition[] {
  if (profile !== 'files' && profile !== 'scene') {
    throw misuse(`toolDefinitions: the profile must be 'files' or 'scene', got ${shown(profile)}.`)
  }
  return JSON.parse(toolTable(profile))
}

/** The same as JSON, for who has a type of tools of its own. */
export function toolTable(profile: 'files' | 'scene'): string {
  try {
    return native().binding.toolDefinitions(profile)
  } catch (thrown) {
    throw fromNative(thrown)
  }
}
