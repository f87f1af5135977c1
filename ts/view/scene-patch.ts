/** What is different in the entities of a scene for pages, so that a page that shows the one before need not be sent all. */
export interface ScenePatch {
  /** The entities at the beginning and at the end that are as they were. */
  readonly head: number
  readonly tail: number
  /** The new scene with the entities between alone. */
  readonly json: Buffer
}

/** Where the entities begin and end, in the form that the native half writes: one in each row. No text has a raw line end. */
const BEGIN = Buffer.from('"entities":[\n')
const END = Buffer.from('\n]}\n')
const BETWEEN = Buffer.from(',\n')

/** The bytes that are compared at once. */
const CHUNK = 16 << 10

/** A patch that is larger than this share of the scene saves too little. */
const MAX_SHARE = 0.5

/** What leads from one scene to the next; nothing where that is most of it, or the bytes have another form. */
export function patchOf(before: Buffer, after: Buffer): ScenePatch | undefined {
  const [old, fresh] = [rowsOf(before), rowsOf(after)]
  if (!old || !fresh) return undefined
  const same = commonStart(old, fresh)
  const separator = fresh.subarray(0, same).lastIndexOf(BETWEEN)
  const start = separator < 0 ? 0 : separator + BETWEEN.length
  const ending = commonEnd(old.subarray(start), fresh.subarray(start))
  const next = ending === 0 ? -1 : fresh.indexOf(BETWEEN, fresh.length - ending)
  const end = next < 0 ? fresh.length : next
  const header = after.subarray(0, after.indexOf(BEGIN) + BEGIN.length)
  const json = Buffer.concat([header, fresh.subarray(start, end), END])
  if (json.length > MAX_SHARE * after.length) return undefined
  const tail = next < 0 ? 0 : lineEndsIn(fresh, next + BETWEEN.length, fresh.length) + 1
  return { head: lineEndsIn(fresh, 0, start), tail, json }
}

/** The rows of the entities; nothing where there are none. */
function rowsOf(scene: Buffer): Buffer | undefined {
  const start = scene.indexOf(BEGIN)
  const end = scene.length - END.length
  const isWhole = start >= 0 && end > start + BEGIN.length && scene.subarray(end).equals(END)
  return isWhole ? scene.subarray(start + BEGIN.length, end) : undefined
}

function commonStart(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at + CHUNK <= most && one.compare(other, at, at + CHUNK, at, at + CHUNK) === 0) at += CHUNK
  while (at < most && one[at] === other[at]) at += 1
  return at
}

function commonEnd(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length)
  const [a, b] = [one.length, other.length]
  let count = 0
  while (
    count + CHUNK <= most &&
    one.compare(other, b - count - CHUNK, b - count, a - count - CHUNK, a - count) === 0
  ) {
    count += CHUNK
  }
  while (count < most && one[a - count - 1] === other[b - count - 1]) count += 1
  return count
}

function lineEndsIn(text: Buffer, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf(10, start); at >= 0 && at < end; at = text.indexOf(10, at + 1)) count += 1
  return count
}
