import { AsyncLocalStorage } from 'node:async_hooks'

/** The transactions in whose `verify` the current code runs. A change made there would wait for itself. */
export const verifying = new AsyncLocalStorage<readonly string[]>()

/** Returns the ids of these transactions. */
export function within(): readonly string[] {
  return verifying.getStore() ?? []
}
