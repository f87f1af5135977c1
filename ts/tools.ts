import type * as api from '../index.js'
import { misuse, shown } from './check.js'
import { fromNative } from './errors.js'
import { native } from './native.js'

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
export function toolDefinitions(profile: 'files' | 'scene'): api.ToolDefinition[] {
  if (profile !== 'files' && profile !== 'scene') {
    throw misuse(`toolDefinitions: the profile must be 'files' or 'scene', got ${shown(profile)}.`)
  }
  try {
    return JSON.parse(native().binding.toolDefinitions(profile)) as api.ToolDefinition[]
  } catch (thrown) {
    throw fromNative(thrown)
  }
}
