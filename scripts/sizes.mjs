// How large the tarballs of a release are, and how large they may be.
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const MB = 1_000_000

/** The download of a user: one package of a platform. */
const MAX_TARBALL_BYTES = 12 * MB

/** The size on a user's disk: the package and the one of the platform. */
const MAX_INSTALLED_BYTES = 30 * MB

/** The sizes of tarballs, packed and unpacked. */
export async function sizesOf(tarballs) {
  return Promise.all(
    tarballs.map(async (path) => {
      const tar = await promisify(gunzip)(await readFile(path))
      return {
        name: basename(path),
        packed: statSync(path).size,
        unpacked: unpackedSize(tar),
        binaries: hasBinaries(tar),
      }
    }),
  )
}

/** A row a tarball. */
export function table(sizes) {
  const rows = sizes.map(({ name, packed, unpacked, binaries }) => {
    const note = binaries || !/-(gnu|musl|msvc|arm64|x64)-\d/.test(name) ? '' : '  without binaries: a stand-in'
    return `  ${name.padEnd(44)} ${megabytes(packed).padStart(9)} ${megabytes(unpacked).padStart(9)}${note}\n`
  })
  return `  ${'tarball'.padEnd(44)} ${'packed'.padStart(9)} ${'unpacked'.padStart(9)}\n${rows.join('')}`
}

/** The sizes over their bounds, a sentence each. */
export function overBounds(sizes) {
  const platforms = sizes.filter(({ binaries }) => binaries)
  const own = sizes.find(({ name }) => /^scenewright-\d/.test(name))
  return platforms.flatMap(({ name, packed, unpacked }) => {
    const installed = unpacked + (own?.unpacked ?? 0)
    return [
      ...(packed > MAX_TARBALL_BYTES
        ? [`${name} has ${megabytes(packed)}, more than ${megabytes(MAX_TARBALL_BYTES)}.`]
        : []),
      ...(installed > MAX_INSTALLED_BYTES
        ? [
            `${name} and the package are ${megabytes(installed)} installed, more than ${megabytes(MAX_INSTALLED_BYTES)}.`,
          ]
        : []),
    ]
  })
}

export function megabytes(bytes) {
  return `${(bytes / MB).toFixed(1)} MB`
}

/** The names and sizes in a tar archive: blocks of 512 bytes, a header before each file. */
function* filesOf(tar) {
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const field = (from, length) =>
      tar
        .subarray(at + from, at + from + length)
        .toString()
        .replace(/\0.*$/s, '')
    const size = Number.parseInt(field(124, 12), 8)
    yield { name: field(0, 100), size }
    at += 512 + Math.ceil(size / 512) * 512
  }
}

function unpackedSize(tar) {
  let sum = 0
  for (const { size } of filesOf(tar)) sum += size
  return sum
}

function hasBinaries(tar) {
  return [...filesOf(tar)].some(({ name }) => name.endsWith('.node'))
}
