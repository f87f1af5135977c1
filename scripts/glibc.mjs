// The oldest glibc that a binary runs with: the newest version among those that its symbols ask for.
//
//   node scripts/glibc.mjs FILE-OR-FOLDER ... [--at-most 2.28]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { isProgram, main, StepError } from './support.mjs'

const SHT_DYNSYM = 11
const SHT_GNU_VERNEED = 0x6ffffffe
const SHT_GNU_VERSYM = 0x6fffffff

/** The symbols that an ELF file of 64 bits takes from glibc, by the version of it that they ask for. */
export function glibcSymbols(bytes) {
  if (bytes.readUInt32BE(0) !== 0x7f454c46 || bytes[4] !== 2 || bytes[5] !== 1) {
    throw new StepError('This is no ELF file of 64 bits in little-endian order.')
  }
  const sections = sectionsOf(bytes)
  const needed = sections.find(({ type }) => type === SHT_GNU_VERNEED)
  const versions = new Map(needed ? versionsOf(bytes, needed, sections[needed.link]) : [])
  const symbols = new Map()
  const names = sections.find(({ type }) => type === SHT_DYNSYM)
  const indexes = sections.find(({ type }) => type === SHT_GNU_VERSYM)
  if (!names || !indexes) return symbols
  for (let at = 0; at * 24 < names.size; at += 1) {
    const version = versions.get(bytes.readUInt16LE(indexes.offset + at * 2) & 0x7fff)
    if (version === undefined) continue
    const name = textAt(bytes, sections[names.link].offset + bytes.readUInt32LE(names.offset + at * 24))
    symbols.set(version, [...(symbols.get(version) ?? []), name])
  }
  return symbols
}

/** The newest of versions such as 2.9 and 2.28. */
export function newest(versions) {
  return [...versions].sort(compareVersions).at(-1)
}

export function compareVersions(one, other) {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    if ((left[at] ?? 0) !== (right[at] ?? 0)) return (left[at] ?? 0) - (right[at] ?? 0)
  }
  return 0
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

/** Index and version of each need: a chain of libraries, each with a chain of versions. */
function* versionsOf(bytes, { offset }, strings) {
  for (let library = offset; ; ) {
    const count = bytes.readUInt16LE(library + 2)
    let at = library + bytes.readUInt32LE(library + 8)
    for (let index = 0; index < count; index += 1) {
      const version = /^GLIBC_(\d.*)$/.exec(textAt(bytes, strings.offset + bytes.readUInt32LE(at + 8)))?.[1]
      if (version !== undefined) yield [bytes.readUInt16LE(at + 6) & 0x7fff, version]
      at += bytes.readUInt32LE(at + 12)
    }
    const next = bytes.readUInt32LE(library + 12)
    if (next === 0) return
    library += next
  }
}

function textAt(bytes, start) {
  return bytes.subarray(start, bytes.indexOf(0, start)).toString('latin1')
}

/** The binaries that a path names: itself, or those in the folder. */
function binariesAt(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new StepError(`There is no file or folder ${path}.`)
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => name.endsWith('.node') || name === 'scenewright-runner')
    .map((name) => join(path, name))
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    const flag = args.indexOf('--at-most')
    const bound = flag < 0 ? undefined : args[flag + 1]
    const files = args.filter((_, index) => flag < 0 || (index !== flag && index !== flag + 1)).flatMap(binariesAt)
    if (files.length === 0) throw new StepError('Name a file, or a folder with binaries.')
    const tooNew = []
    for (const file of files) {
      const symbols = glibcSymbols(readFileSync(file))
      const version = newest(symbols.keys()) ?? 'none'
      process.stdout.write(`${file}: glibc ${version} (${(symbols.get(version) ?? []).slice(0, 8).join(', ')})\n`)
      if (bound !== undefined && version !== 'none' && compareVersions(version, bound) > 0) tooNew.push(file)
    }
    if (tooNew.length > 0) throw new StepError(`${tooNew.join(', ')}: newer than ${bound}.`)
  })
}
