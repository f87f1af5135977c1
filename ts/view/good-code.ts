import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a project by the names that tools know them by. */
export type Code = ReadonlyMap<string, string>

/** More code than this is not kept: an undo by the history is the way back then. */
const MAX_BYTES = 4 << 20

/**
 * The code that gave the last scene that worked. A hand edit that fails replaces it on disk, and no history has it when
 * nobody has committed since; this view has seen it run.
 */
export class GoodCode {
  readonly #dir: string
  #code: Code | undefined

  constructor(dir: string) {
    this.#dir = dir
  }

  /** The code that worked last; nothing where this view has seen none. */
  get last(): Code | undefined {
    return this.#code
  }

  /** Reads the code as it is on disk; nothing where it is too much, or cannot be read. */
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

  /** Keeps code that was read before a run that worked, unless it has changed meanwhile. */
  keep(code: Code | undefined): void {
    const now = this.read()
    if (code && now && isSame(code, now)) this.#code = now
  }

  /** The files that are not on disk as they were when they worked: their code then, by name. */
  changedSince(): [name: string, code: string][] {
    const now = this.read()
    return [...(this.#code ?? [])].filter(([name, code]) => now?.get(name) !== code)
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isSame(one: Code, other: Code): boolean {
  return one.size === other.size && [...one].every(([name, code]) => other.get(name) === code)
}
