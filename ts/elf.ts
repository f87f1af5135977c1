import { readFileSync } from 'node:fs'

const MAGIC = 0x7f454c46
/** The sections of an ELF file that name the versions of what it takes from libraries. */
const VERSIONS_NEEDED = 0x6ffffffe

/**
 * The oldest glibc that a binary of Linux runs with: the newest version that its symbols ask for. `undefined` for another kind
 * of file, and for one that asks for none.
 */
export function neededGlibc(path: string): string | undefined {
  try {
    return newest(neededVersions(readFileSync(path)))
  } catch {
    // Unreadable, or cut.
    return undefined
  }
}

/** Whether a version such as 2.9 is before another such as 2.28. */
export function isBefore(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((text) => text.split('.').map(Number))
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0))
  return at < 0 ? left.length < right.length : (left[at] ?? 0) < (right[at] ?? 0)
}

function newest(versions: Iterable<string>): string | undefined {
  let found: string | undefined
  for (const version of versions) if (found === undefined || isBefore(found, version)) found = version
  return found
}

function* neededVersions(bytes: Buffer): Iterable<string> {
  // 64 bits in little-endian order, as all our platforms are.
  if (bytes.readUInt32BE(0) !== MAGIC || bytes[4] !== 2 || bytes[5] !== 1) return
  const start = Number(bytes.readBigUInt64LE(40))
  const [size, count] = [bytes.readUInt16LE(58), bytes.readUInt16LE(60)]
  const headers = Array.from({ length: count }, (_, index) => start + index * size)
  const needed = headers.find((header) => bytes.readUInt32LE(header + 4) === VERSIONS_NEEDED)
  if (needed === undefined) return
  const strings = headers[bytes.readUInt32LE(needed + 40)] ?? 0
  const names = Number(bytes.readBigUInt64LE(strings + 24))
  // A chain of libraries, each with a chain of versions.
  for (let library = Number(bytes.readBigUInt64LE(needed + 24)); ; ) {
    let version = library + bytes.readUInt32LE(library + 8)
    for (let left = bytes.readUInt16LE(library + 2); left > 0; left -= 1) {
      const name = names + bytes.readUInt32LE(version + 8)
      const glibc = /^GLIBC_(\d.*)$/.exec(bytes.toString('latin1', name, bytes.indexOf(0, name)))?.[1]
      if (glibc !== undefined) yield glibc
      version += bytes.readUInt32LE(version + 12)
    }
    const next = bytes.readUInt32LE(library + 12)
    if (next === 0) return
    library += next
  }
}
