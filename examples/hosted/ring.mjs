// Which worker a project belongs to: the consistent hash of nginx (`hash $project consistent`), so that a router in
// JavaScript and nginx send a project to the same place, and a worker that comes or goes moves its own share alone.

const POINTS_PER_WORKER = 160

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of zlib, begun with another one where there is one. */
export function crc32(bytes, begun = 0) {
  let value = ~begun
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff] ^ (value >>> 8)
  return ~value >>> 0
}

/** The points of workers on a circle of hashes. A worker is `host:port`. */
export function ringOf(workers) {
  const points = workers.flatMap((worker) => {
    const at = worker.lastIndexOf(':')
    const base = crc32(Buffer.from(`${worker.slice(0, at)}\0${worker.slice(at + 1)}`))
    const own = []
    let previous = 0
    for (let count = 0; count < POINTS_PER_WORKER; count += 1) {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(previous)
      previous = crc32(bytes, base)
      own.push({ hash: previous, worker })
    }
    return own
  })
  return points.sort((a, b) => a.hash - b.hash)
}

/** The workers of a key: the one that it belongs to first, then those that take its place, each once. */
export function workersFor(ring, key) {
  const hash = crc32(Buffer.from(key))
  const first = ring.findIndex((point) => point.hash >= hash)
  const start = Math.max(first, 0)
  const found = new Set()
  for (let step = 0; step < ring.length; step += 1) found.add(ring[(start + step) % ring.length].worker)
  return [...found]
}
