// Packed relative relocations of ELF files for x86-64 as ordinary ones. musl knows the packed form from 1.2.4 on, Debian 12 has
// 1.2.3, and libraries of newer Alpine have no other.
import { readFileSync, writeFileSync } from 'node:fs'

import { programHeaders } from '../ts/elf.mjs'
import { StepError } from './support.mjs'

const LOAD = 1
const DYNAMIC = 2
const NOTE = 4

/** Tags of the dynamic section, and an unused one that takes the place of a removed tag. */
const RELA = 7n
const RELA_SIZE = 8n
const RELR_SIZE = 35n
const RELR = 36n
const UNUSED = 0x6ffffdffn

const RELATIVE = 8n
const PAGE = 4096

/** Rewrites the relocations of a library, if it has packed ones: a table at its end, in place of a note that is not needed. */
export function unpackRelocations(path) {
  const file = readFileSync(path)
  const headers = programHeaders(file)
  const found = (what, isIt) => {
    const header = headers.find(isIt)
    if (header) return header
    throw new StepError(`${path} has no ${what}.`)
  }
  const offsetOf = (address) => {
    const segment = found(
      `segment with the address ${address}`,
      (it) => it.type === LOAD && it.address <= address && address < it.address + it.fileSize,
    )
    return segment.offset + address - segment.address
  }
  const dynamic = dynamicEntries(
    file,
    found('dynamic section', ({ type }) => type === DYNAMIC),
  )
  if (!dynamic.has(RELR)) return
  const value = (tag) => Number(file.readBigUInt64LE(dynamic.get(tag) + 8))
  const places = packedPlaces(file, offsetOf(value(RELR)), value(RELR_SIZE))
  const unpacked = places.map((place) => relocation(place, file.readBigInt64LE(offsetOf(place))))
  const before = offsetOf(value(RELA))
  const table = Buffer.concat([...unpacked, file.subarray(before, before + value(RELA_SIZE))])

  const end = Math.max(...headers.filter(({ type }) => type === LOAD).map((it) => it.address + it.memorySize))
  const padding = Buffer.alloc(-file.length & (PAGE - 1))
  const address = Math.ceil(end / PAGE) * PAGE
  const note = found('note', ({ type }) => type === NOTE)
  file.writeUInt32LE(LOAD, note.at)
  const fields = [file.length + padding.length, address, address, table.length, table.length, PAGE]
  for (const [index, field] of fields.entries()) file.writeBigUInt64LE(BigInt(field), note.at + 8 + index * 8)
  file.writeBigUInt64LE(BigInt(address), dynamic.get(RELA) + 8)
  file.writeBigUInt64LE(BigInt(table.length), dynamic.get(RELA_SIZE) + 8)
  for (const tag of [RELR, RELR_SIZE]) file.writeBigUInt64LE(UNUSED, dynamic.get(tag))
  writeFileSync(path, Buffer.concat([file, padding, table]))
}

/** Where in the file the entry of each tag stands. */
function dynamicEntries(file, { offset, fileSize }) {
  const entries = new Map()
  for (let at = offset; at < offset + fileSize; at += 16) entries.set(file.readBigUInt64LE(at), at)
  return entries
}

/** Addresses as the generic ABI packs them: an even word is one, an odd word marks which of the 63 words that follow are. */
function packedPlaces(file, offset, size) {
  const places = []
  let next = 0
  for (let at = offset; at < offset + size; at += 8) {
    const word = file.readBigUInt64LE(at)
    if ((word & 1n) === 0n) {
      places.push(Number(word))
      next = Number(word) + 8
    } else {
      for (let bit = 1; bit < 64; bit += 1) if ((word >> BigInt(bit)) & 1n) places.push(next + (bit - 1) * 8)
      next += 63 * 8
    }
  }
  return places
}

function relocation(place, addend) {
  const entry = Buffer.alloc(24)
  entry.writeBigUInt64LE(BigInt(place), 0)
  entry.writeBigUInt64LE(RELATIVE, 8)
  entry.writeBigInt64LE(addend, 16)
  return entry
}
