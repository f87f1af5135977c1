import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Value = number | string | boolean

/** Named sets of parameter values. */
export type ParameterSets = { readonly [set: string]: { readonly [parameter: string]: Value } }

/** A person chooses from a list, which should not get longer. */
const MAX_SETS = 50

/** The most parameters that a scene can have. */
const MAX_VALUES = 1_000

const MAX_NAME_LENGTH = 64
const MAX_TEXT_LENGTH = 1_000

/** A larger file was not written by this package. */
const MAX_FILE_BYTES = 1 << 20

/** The named sets of values of a project, stored beside its history. */
export class ParameterSetFile {
  readonly #folder: string
  readonly #path: string

  constructor(dir: string) {
    this.#folder = join(dir, '.scenewright')
    this.#path = join(this.#folder, 'parameter-sets.json')
  }

  /** The sets in the order in which they were saved; empty if the file is not one of ours. */
  read(): ParameterSets {
    try {
      const bytes = readFileSync(this.#path)
      if (bytes.length > MAX_FILE_BYTES) return {}
      const found = Object.entries(JSON.parse(bytes.toString('utf8')) as object)
      return Object.fromEntries(found.filter(([name, values]) => isSet(name, values)).slice(0, MAX_SETS))
    } catch {
      return {}
    }
  }

  /** Saves or replaces a set, or removes it if there are no values. Throws an error for an invalid set. */
  put(name: unknown, values: unknown): ParameterSets {
    if (typeof name !== 'string' || (values !== null && !isSet(name, values))) {
      throw new TypeError(
        `a set has a name of at most ${MAX_NAME_LENGTH} characters, and numbers, texts or ticks by name`,
      )
    }
    const sets = new Map(Object.entries(this.read()))
    if (values === null) sets.delete(name)
    else sets.set(name, values as ParameterSets[string])
    if (sets.size > MAX_SETS) throw new TypeError(`a project has at most ${MAX_SETS} sets: remove one first`)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const temporary = `${this.#path}.${randomBytes(6).toString('hex')}.part`
    try {
      writeFileSync(temporary, JSON.stringify(Object.fromEntries(sets)), { flag: 'wx', mode: 0o600 })
      renameSync(temporary, this.#path)
    } finally {
      rmSync(temporary, { force: true })
    }
    return this.read()
  }
}

function isSet(name: string, values: unknown): boolean {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH || name === '__proto__') return false
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return false
  const entries = Object.entries(values)
  return entries.length > 0 && entries.length <= MAX_VALUES && entries.every(([, value]) => isValue(value))
}

function isValue(value: unknown): value is Value {
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH
  return typeof value === 'boolean' || Number.isFinite(value)
}
