import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a project by their names in tools. */
export type Code = ReadonlyMap<string, string>

/** More code than this is not kept; undo then restores it from the history. */
const MAX_BYTES = 4 << 20

/**
 * The code of the last working scene. A hand edit that fails replaces it on disk, and without a commit the history does
 * not have it; this view has seen it run.
 */
export class GoodCode {
  readonly #dir: string
  #code: Code | undefined

  constructor(dir: string) {
    this.#dir = dir
  }

  /** The last working code; undefined if this view has seen none. */
  get last(): Code | undefined {
    return this.#code
  }

  /** Reads the code on disk; undefined if it is too large or unreadable. */
  read(): Code | undefined {
    try {
      const files: [name: string, path: string][] = [['main', join(this.#dir, 'scene.code.js')]]
      const modules = join(this.#dir, 'modules')
      for (const file of namesIn(modules)) {
        if (file.endsWith('.js')) files.push([file.slice(0, -'.js'.length), join(modules, file)])
      }
      let left = MAX_BYTES
      const code = new Map<string, string>()
      for (const [name, path] of files) {
        const stat = lstatSync(path, { throwIfNoEntry: false })
        if (!stat) continue
        if (!stat.isFile()) return undefined
        left -= stat.size
        if (left < 0) return undefined
        code.set(name, readFileSync(path, 'utf8'))
      }
      return code
    } catch {
      return undefined
    }
  }

  /** Keeps code that was read before a successful run, unless what was read after it differs. */
  keep(code: Code | undefined, now: Code | undefined): void {
    if (code && now && isSameCode(code, now)) this.#code = now
  }

  /** The files that differ from their last working version: that version, and the present text if there is one. */
  changedSince(): { readonly file: string; readonly good: string; readonly present: string | undefined }[] {
    const now = this.read()
    return [...(this.#code ?? [])].flatMap(([file, good]) => {
      const present = now?.get(file)
      return present === good ? [] : [{ file, good, present }]
    })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** True for the same texts under the same names. */
export function isSameCode(one: Code, other: Code): boolean {
  return one.size === other.size && [...one].every(([name, code]) => other.get(name) === code)
}
