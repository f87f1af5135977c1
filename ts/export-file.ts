import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { misuse } from './check.js'
import { ScenewrightError } from './errors.js'
import { folderPath } from './folders.js'

/** The absolute path where the host wants an export, and the arguments for the tool. */
export function exportPlace({ to, ...wire }: { readonly to?: unknown; readonly path?: unknown }): {
  readonly to: string | undefined
  readonly wire: { readonly path?: unknown }
} {
  if (to === undefined) return { to, wire }
  if (wire.path !== undefined) {
    throw misuse('export: give toFile, a file anywhere, or toExports, a file in the folder exports, not both.')
  }
  return { to: resolve(folderPath('export: toFile', to)), wire }
}

/** Replaces a file in one step, with the given mode: a reader sees either the old bytes or the new ones. */
export function replaceFile(path: string, bytes: Buffer | string, mode?: number): void {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`
  writing(path, () => {
    try {
      writeFileSync(temporary, bytes, { flag: 'wx', ...(mode !== undefined && { mode }) })
      renameSync(temporary, path)
    } catch (cause) {
      try {
        rmSync(temporary, { force: true })
      } catch {
        // The temporary file was never created.
      }
      throw cause
    }
  })
}

/** Writes a file. Throws an error that names it where the system refuses, as on a disk that is full. */
export function writing(path: string, write: () => void, advice = ''): void {
  try {
    write()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError('invalid_input', `Could not write ${path}: ${reason}${advice}`, { cause })
  }
}
