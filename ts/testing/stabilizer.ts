import { createHash } from 'node:crypto'

import { folderPath } from '../folders.js'

/** Ids of commits and scenes, also within texts. */
const ID = /\b[0-9a-f]{32}\b/g

/** The length of a hash in a snapshot: 64 bits, which no two pictures of a test suite share by accident. */
const HASH_DIGITS = 16

/** Makes a function that replaces values that differ from run to run by fixed ones. */
export function createStabilizer({ root }: { readonly root?: string | URL | undefined } = {}): <T>(answer: T) => T {
  const folder = root === undefined ? undefined : folderPath('createStabilizer: root', root)
  const ids = new Map<string, string>()
  const text = (given: string): string =>
    (folder === undefined ? given : given.replaceAll(folder, '<root>')).replace(ID, (id) => {
      const known = ids.get(id) ?? `id-${ids.size + 1}`
      ids.set(id, known)
      return known
    })
  const stable = (value: unknown, key = ''): unknown => {
    if (typeof value === 'number') return key.endsWith('Ms') || key.endsWith('At') ? 0 : value
    if (typeof value === 'string') return text(value)
    if (ArrayBuffer.isView(value)) return hashOf(value)
    if (Array.isArray(value)) return value.map((inner) => stable(inner))
    if (!isPlain(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [text(name), stable(inner, name)]))
  }
  return (answer) => stable(answer) as typeof answer
}

/** Bytes become one line: a picture of 60 kB would fill a snapshot with numbers. */
function hashOf({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  const digest = createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex')
  return `<${byteLength} bytes, sha256 ${digest.slice(0, HASH_DIGITS)}>`
}

/** Errors and other instances of classes stay unchanged. */
function isPlain(value: unknown): value is { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Objects of another realm, such as those of a pool of vm contexts, have that realm's prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
