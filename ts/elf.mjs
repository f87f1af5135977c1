// The only reader of ELF files and the only comparison of versions. JavaScript, not TypeScript: `scripts/` use it where nothing
// is built yet, with any Node from 20.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const MAGIC = 0x7f454c46
const SHT_DYNSYM = 11
/** The sections that name the versions of what a file takes from libraries, and the version of each of its symbols. */
const SHT_GNU_VERNEED = 0x6ffffffe
const SHT_GNU_VERSYM = 0x6fffffff

/** True for an ELF file of 64 bits in little-endian order, as the binaries of all our Linux platforms are. */
export function isElf64(bytes) {
  return bytes.length >= 64 && bytes.readUInt32BE(0) === MAGIC && bytes[4] === 2 && bytes[5] === 1
}

/**
 * Returns the oldest glibc that a Linux binary runs with: the newest version that its symbols require. `undefined` for
 * another kind of file, and for one that requires none.
 */
export function neededGlibc(path) {
  try {
    const bytes = readFileSync(path)
    return isElf64(bytes) ? newest(neededVersions(bytes, sectionsOf(bytes)).values()) : undefined
  } catch {
    // Unreadable, or cut short.
    return undefined
  }
}

/** Returns the loader that a Linux program names, such as /lib64/ld-linux-x86-64.so.2; `undefined` where it names none. */
export function loaderOf(path) {
  const PT_INTERP = 3
  // The headers, and the name right after them, are at the beginning, whatever the program's size is.
  const bytes = Buffer.alloc(4096)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, bytes, 0, bytes.length, 0)
    } finally {
      closeSync(file)
    }
    const header = isElf64(bytes) ? programHeaders(bytes).find(({ type }) => type === PT_INTERP) : undefined
    return header && textAt(bytes, header.offset)
  } catch {
    // Unreadable, or arranged in another way.
  }
  return undefined
}

/** Returns the symbols that a file takes from glibc, by the version that they require. */
export function glibcSymbols(bytes) {
  const sections = sectionsOf(bytes)
  const versions = neededVersions(bytes, sections)
  const symbols = new Map()
  const names = sections.find(({ type }) => type === SHT_DYNSYM)
  const indexes = sections.find(({ type }) => type === SHT_GNU_VERSYM)
  if (!names || !indexes) return symbols
  for (let at = 0; at * 24 < names.size; at += 1) {
    // The highest bit marks a hidden symbol and is not part of the index.
    const version = versions.get(bytes.readUInt16LE(indexes.offset + at * 2) & 0x7fff)
    if (version === undefined) continue
    const name = textAt(bytes, sections[names.link].offset + bytes.readUInt32LE(names.offset + at * 24))
    symbols.set(version, [...(symbols.get(version) ?? []), name])
  }
  return symbols
}

/** Returns the newest of versions such as 2.9 and 2.28. */
export function newest(versions) {
  return [...versions].sort(compareVersions).at(-1)
}

/** Compares versions such as 2.9 and 2.28 part by part, as numbers. A missing part counts as 0. */
export function compareVersions(one, other) {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    if ((left[at] ?? 0) !== (right[at] ?? 0)) return (left[at] ?? 0) - (right[at] ?? 0)
  }
  return 0
}

/** Returns the parts of the file that are loaded or read by the loader, each with the offset of its header. */
export function programHeaders(bytes) {
  const start = Number(bytes.readBigUInt64LE(32))
  const size = bytes.readUInt16LE(54)
  return Array.from({ length: bytes.readUInt16LE(56) }, (_, index) => {
    const at = start + index * size
    const field = (number) => Number(bytes.readBigUInt64LE(at + 8 + number * 8))
    return {
      at,
      type: bytes.readUInt32LE(at),
      offset: field(0),
      address: field(1),
      fileSize: field(3),
      memorySize: field(4),
    }
  })
}

function sectionsOf(bytes) {
  const start = Number(bytes.readBigUInt64LE(40))
  const [size, count] = [bytes.readUInt16LE(58), bytes.readUInt16LE(60)]
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size
    const long = (offset) => Number(bytes.readBigUInt64LE(at + offset))
    return { type: bytes.readUInt32LE(at + 4), offset: long(24), size: long(32), link: bytes.readUInt32LE(at + 40) }
  })
}

/** Returns the versions of glibc that a file needs, by their index: a chain of libraries, each with a chain of versions. */
function neededVersions(bytes, sections) {
  const versions = new Map()
  const needed = sections.find(({ type }) => type === SHT_GNU_VERNEED)
  if (!needed) return versions
  for (let library = needed.offset; ; ) {
    const count = bytes.readUInt16LE(library + 2)
    let at = library + bytes.readUInt32LE(library + 8)
    for (let index = 0; index < count; index += 1) {
      const name = textAt(bytes, sections[needed.link].offset + bytes.readUInt32LE(at + 8))
      const version = /^GLIBC_(\d.*)$/.exec(name)?.[1]
      if (version !== undefined) versions.set(bytes.readUInt16LE(at + 6) & 0x7fff, version)
      at += bytes.readUInt32LE(at + 12)
    }
    const next = bytes.readUInt32LE(library + 12)
    if (next === 0) return versions
    library += next
  }
}

function textAt(bytes, start) {
  return bytes.subarray(start, bytes.indexOf(0, start)).toString('latin1')
}
