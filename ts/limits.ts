import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'
import { quote } from './text.js'

/** The environment variable of each limit. It counts where the option and the flag are absent. */
const VARIABLES = {
  timeMs: 'SCENEWRIGHT_TIME_MS',
  memoryBytes: 'SCENEWRIGHT_MEMORY_BYTES',
  entities: 'SCENEWRIGHT_ENTITIES',
  outputBytes: 'SCENEWRIGHT_OUTPUT_BYTES',
  sourceBytes: 'SCENEWRIGHT_SOURCE_BYTES',
  modules: 'SCENEWRIGHT_MODULES',
} as const satisfies { readonly [Limit in keyof Required<api.SceneLimits>]: string }

/** The caller's limits, and the environment's for the rest. */
export function withEnvironment(given: api.SceneLimits | undefined, env = process.env): api.SceneLimits | undefined {
  const limits: { [limit: string]: number } = {}
  for (const [limit, variable] of Object.entries(VARIABLES)) {
    const text = env[variable]
    if (text === undefined || text === '') continue
    const number = Number(text)
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
      throw new ScenewrightError('invalid_input', `${variable} must be a whole number, got '${quote(text)}'.`)
    }
    limits[limit] = number
  }
  if (Object.keys(limits).length === 0) return given
  // A value that is not an object is refused where all options are checked.
  return typeof given === 'object' || given === undefined ? { ...limits, ...given } : given
}
