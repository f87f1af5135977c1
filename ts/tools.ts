import type * as api from '../index.js'
import { fromNative } from './errors.js'
import { native } from './native.js'

/** The tools of a profile, from the one table in the native half. */
export function toolDefinitions(profile: 'files' | 'scene'): api.ToolDefinition[] {
  try {
    return JSON.parse(native().binding.toolDefinitions(profile)) as api.ToolDefinition[]
  } catch (thrown) {
    throw fromNative(thrown)
  }
}
