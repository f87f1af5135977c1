import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { isObject, misuse, nameOfType, reading } from './check.js'
import { ScenewrightError } from './errors.js'

/** Where the host wants an export, absolute, and the arguments for the tool. */
export function exportPlace(args: unknown): { readonly to: string | undefined; readonly wire: unknown } {
  // What is no object is refused with the words of the tool.
  if (!isObject(args)) return { to: undefined, wire: args }
  const { to, ...wire } = reading('export: the arguments', () => ({ ...(args as { readonly to?: unknown }) }))
  if (to === undefined) return { to, wire }
  if (typeof to !== 'string' || to === '') {
    throw misuse(`export: to must be the path of a file, got ${to === '' ? "''" : nameOfType(to)}.`)
  }
  if ('path' in wire && wire.path !== undefined) {
    throw misuse('export: give to, a file anywhere, or path, a file in the folder exports, not both.')
  }
  return { to: resolve(to), wire }
}

/** Replaces a file in one step: whoever reads it sees the old bytes or the new ones. */
export function replaceFile(path: string, bytes: Buffer): void {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    writeFileSync(temporary, bytes, { flag: 'wx' })
    renameSync(temporary, path)
  } catch (cause) {
    try {
      rmSync(temporary, { force: true })
    } catch {
      // It was never made.
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError('invalid_input', `Could not write ${path}: ${reason}`, { cause })
  }
}
