/** The differences of a scene from the previous one, for pages that show that one. */
export interface ScenePatch {
  /** The rows that are replaced, in their order. */
  readonly runs: readonly PatchRun[]
  /** The positions that layers and styles of rows that stay have now; absent where they are the same. */
  readonly layers?: readonly number[]
  readonly styles?: readonly number[]
  /** The new scene with the rows of the runs alone. */
  readonly json: Buffer
}

/** Rows of the scene before, and how many of the new ones stand in their place. */
export interface PatchRun {
  readonly start: number
  readonly removed: number
  readonly added: number
}

/** The marks of the beginning and the end of the entities, as the native half writes them: one in each row. No text has a raw line end. */
const BEGIN = Buffer.from('"entities":[\n')
const END = Buffer.from('\n]}\n')
const LINE_END = 10

/** The bytes that are compared at once. */
const CHUNK = 16 << 10

/** A patch that is larger than this share of the scene saves too little. */
const MAX_SHARE = 0.5

/** The rows that are searched ahead for equal ones, and the rows after which the search is tried again. */
const MAX_AHEAD = 16
const LOOK_AGAIN = 32

/**
 * The marks of the numbers in a row that are positions: after its name and type come the group, where it is in one, the layer and
 * the style, where it has one. A quotation mark in a name has a backslash before it, so that none of them is found there.
 */
const GROUP = Buffer.from(',"in":')
const LAYER = Buffer.from(',"layer":')
const STYLE = Buffer.from(',"style":')

/** Where the positions of a row begin and end in the bytes, and what they are. */
interface Facts {
  begin: number
  end: number
  group: number
  layer: number
  style: number
}

/** The group or the style of a row that has none; -1 is the place of something that is gone. */
const NONE = -2

/** Returns the patch from one scene to the next; undefined if it is most of the scene, or if the bytes have another form. */
export function patchOf(before: Buffer, after: Buffer): ScenePatch | undefined {
  const [old, fresh] = [Rows.of(before), Rows.of(after)]
  if (!old || !fresh) return undefined
  const layers = placesOf(old.tables.layers, fresh.tables.layers)
  const styles = placesOf(old.tables.styles, fresh.tables.styles)
  const runs = new Comparison(old, fresh, layers, styles).runs()
  const parts: Buffer[] = []
  let [shift, bytes] = [0, 0]
  for (const { start, removed, added } of runs) {
    if (added > 0) {
      const part = fresh.between(start + shift, start + shift + added)
      bytes += part.length
      parts.push(...(parts.length > 0 ? [BETWEEN] : []), part)
    }
    shift += added - removed
  }
  if (bytes + fresh.head.length > MAX_SHARE * after.length) return undefined
  const json = Buffer.concat([fresh.head, ...parts, END])
  return { runs, json, ...(!isSame(layers) && { layers }), ...(!isSame(styles) && { styles }) }
}

const BETWEEN = Buffer.from(',\n')

/** The new position of each thing of a list, -1 for one that is gone. */
function placesOf(old: readonly unknown[], fresh: readonly unknown[]): number[] {
  const places = new Map(fresh.map((it, index) => [JSON.stringify(it), index]))
  return old.map((it) => places.get(JSON.stringify(it)) ?? -1)
}

function isSame(places: readonly number[]): boolean {
  return places.every((place, index) => place === index)
}

/** The rows of scenes that were read: the new scene of one patch is the scene before of the next. */
const KNOWN_ROWS = new WeakMap<Buffer, Rows>()

/** The rows of a scene, by their places in its bytes. */
class Rows {
  readonly bytes: Buffer
  /** All up to the first row. */
  readonly head: Buffer
  readonly tables: { readonly layers: readonly unknown[]; readonly styles: readonly unknown[] }
  /** The beginning of each row, and of the one that would follow. */
  readonly starts: Uint32Array

  private constructor(bytes: Buffer, start: number, end: number) {
    this.bytes = bytes
    this.head = bytes.subarray(0, start)
    const { layers = [], styles = [] } = JSON.parse(`${this.head.toString('utf8')}]}`) as Partial<Rows['tables']>
    this.tables = { layers, styles }
    const starts = [start]
    for (let at = bytes.indexOf(LINE_END, start); at >= 0 && at < end; at = bytes.indexOf(LINE_END, at + 1))
      starts.push(at + 1)
    starts.push(end + BETWEEN.length)
    this.starts = Uint32Array.from(starts)
  }

  /** The rows; nothing where there are none, or the bytes have another form. */
  static of(scene: Buffer): Rows | undefined {
    const start = scene.indexOf(BEGIN) + BEGIN.length
    const end = scene.length - END.length
    const isWhole = start >= BEGIN.length && end > start && scene.subarray(end).equals(END)
    if (!isWhole) return undefined
    const rows = KNOWN_ROWS.get(scene) ?? new Rows(scene, start, end)
    KNOWN_ROWS.set(scene, rows)
    return rows
  }

  get count(): number {
    return this.starts.length - 1
  }

  /** The bytes of some rows, without the comma after the last. */
  between(start: number, end: number): Buffer {
    return this.bytes.subarray(this.starts[start], (this.starts[end] ?? 0) - BETWEEN.length)
  }

  /** Reads where the positions of a row are, and what they are; false for a row of another form. */
  read(row: number, facts: Facts): boolean {
    const { bytes, starts } = this
    const layer = bytes.indexOf(LAYER, starts[row])
    if (layer < 0 || layer >= (starts[row + 1] ?? 0)) return false
    let begin = layer
    while (isDigit(bytes[begin - 1])) begin -= 1
    const isInGroup = begin < layer
    const layerEnd = endOfNumber(bytes, layer + LAYER.length)
    const hasStyle = isSameRange(bytes, layerEnd, STYLE, 0, STYLE.length)
    facts.begin = isInGroup ? begin - GROUP.length : layer
    facts.end = hasStyle ? endOfNumber(bytes, layerEnd + STYLE.length) : layerEnd
    facts.group = isInGroup ? numberIn(bytes, begin, layer) : NONE
    facts.layer = numberIn(bytes, layer + LAYER.length, layerEnd)
    facts.style = hasStyle ? numberIn(bytes, layerEnd + STYLE.length, facts.end) : NONE
    return true
  }
}

function isDigit(byte = 0): boolean {
  return byte >= 48 && byte <= 57
}

function endOfNumber(bytes: Buffer, start: number): number {
  let end = start
  while (isDigit(bytes[end])) end += 1
  return end
}

function numberIn(bytes: Buffer, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at += 1) number = 10 * number + (bytes[at] ?? 0) - 48
  return number
}

/** Compares in a loop: a call for some ten bytes takes longer than they do. */
function isSameRange(one: Buffer, from: number, other: Buffer, otherFrom: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (one[from + at] !== other[otherFrom + at]) return false
  return true
}

/** Compares the rows of two scenes in their order. */
class Comparison {
  readonly #old: Rows
  readonly #fresh: Rows
  readonly #layers: readonly number[]
  readonly #styles: readonly number[]
  readonly #hasSameTables: boolean
  /** The present position of each row of the previous scene. For a row of a replaced run, it is the row at the same place in the new run. */
  readonly #places: Int32Array
  /** The positions of the two rows that are compared: made once, since there are two for each row. */
  readonly #was: Facts = { begin: 0, end: 0, group: NONE, layer: NONE, style: NONE }
  readonly #is: Facts = { ...this.#was }
  /** The beginning of the run that is being read, in either scene. */
  #open: readonly [old: number, fresh: number] | undefined

  constructor(old: Rows, fresh: Rows, layers: readonly number[], styles: readonly number[]) {
    this.#old = old
    this.#fresh = fresh
    this.#layers = layers
    this.#styles = styles
    this.#hasSameTables = isSame(layers) && isSame(styles)
    this.#places = new Int32Array(old.count).fill(-1)
  }

  runs(): PatchRun[] {
    const [old, fresh] = [this.#old.count, this.#fresh.count]
    const runs: PatchRun[] = []
    let i = this.#head()
    let j = i
    for (let at = 0; at < i; at += 1) this.#places[at] = at
    while (i < old && j < fresh) {
      if (this.#isSame(i, j)) {
        this.#places[i] = j
        i += 1
        j += 1
        continue
      }
      const [start, first] = [i, j]
      this.#open = [i, j]
      for (let read = 0; ; read += 1) {
        const next = read % LOOK_AGAIN === 0 ? this.#nextSame(i, j) : undefined
        if (next) [i, j] = next
        if (next || i >= old || j >= fresh || (read > 0 && this.#isSame(i, j))) break
        i += 1
        j += 1
      }
      if (i >= old || j >= fresh) [i, j] = [old, fresh]
      runs.push(this.#close(start, first, i, j))
    }
    if (i < old || j < fresh) runs.push(this.#close(i, j, old, fresh))
    return runs
  }

  #close(start: number, first: number, i: number, j: number): PatchRun {
    for (let at = start; at < i; at += 1) this.#places[at] = first + at - start
    this.#open = undefined
    return { start, removed: i - start, added: j - first }
  }

  /** The rows at the beginning that have the same bytes, which is most of them after most changes. */
  #head(): number {
    if (!this.#hasSameTables) return 0
    const [one, other] = [this.#old, this.#fresh]
    const [a, b] = [one.head.length, other.head.length]
    const most = Math.min(one.bytes.length - a, other.bytes.length - b)
    let at = 0
    while (at + CHUNK <= most && one.bytes.compare(other.bytes, b + at, b + at + CHUNK, a + at, a + at + CHUNK) === 0)
      at += CHUNK
    while (at < most && one.bytes[a + at] === other.bytes[b + at]) at += 1
    return Math.min(rowAt(one, a + at), rowAt(other, b + at))
  }

  /** The next rows that are the same, near to these, or where both have as many left. */
  #nextSame(i: number, j: number): readonly [number, number] | undefined {
    const isPair = (a: number, b: number): boolean =>
      this.#isSame(a, b) &&
      (a + 1 >= this.#old.count || b + 1 >= this.#fresh.count || this.#isSame(a + 1, b + 1, [a, b]))
    for (let sum = 1; sum <= 2 * MAX_AHEAD; sum += 1) {
      for (let ahead = Math.max(0, sum - MAX_AHEAD); ahead <= Math.min(sum, MAX_AHEAD); ahead += 1) {
        const [a, b] = [i + ahead, j + sum - ahead]
        if (a < this.#old.count && b < this.#fresh.count && isPair(a, b)) return [a, b]
      }
    }
    // Many rows were added or removed at one place: the rest is at the same distance from the end.
    const more = this.#fresh.count - j - (this.#old.count - i)
    const [a, b] = more > 0 ? [i, j + more] : [i - more, j]
    return more !== 0 && a < this.#old.count && b < this.#fresh.count && isPair(a, b) ? [a, b] : undefined
  }

  /**
   * True if a row equals another one, whose positions count in its own scene. `pair` are rows from which on both would
   * continue side by side.
   */
  #isSame(i: number, j: number, pair?: readonly [old: number, fresh: number]): boolean {
    if (this.#hasSameTables && i === j && (!this.#open || this.#open[0] === this.#open[1])) {
      return this.#hasSameBytes(i, j)
    }
    const [old, fresh, was, is] = [this.#old, this.#fresh, this.#was, this.#is]
    if (!old.read(i, was) || !fresh.read(j, is)) return false
    const [start, first] = [old.starts[i] ?? 0, fresh.starts[j] ?? 0]
    const [head, rest] = [was.begin - start, (old.starts[i + 1] ?? 0) - was.end]
    return (
      head === is.begin - first &&
      rest === (fresh.starts[j + 1] ?? 0) - is.end &&
      (was.group === NONE ? NONE : this.#placeOf(was.group, pair)) === is.group &&
      this.#layers[was.layer] === is.layer &&
      (was.style === NONE ? NONE : this.#styles[was.style]) === is.style &&
      isSameRange(old.bytes, start, fresh.bytes, first, head) &&
      isSameRange(old.bytes, was.end, fresh.bytes, is.end, rest - BETWEEN.length)
    )
  }

  #hasSameBytes(i: number, j: number): boolean {
    const [old, fresh] = [this.#old.starts, this.#fresh.starts]
    const start = old[i] ?? 0
    const first = fresh[j] ?? 0
    const length = (old[i + 1] ?? 0) - start - BETWEEN.length
    if (length !== (fresh[j + 1] ?? 0) - first - BETWEEN.length) return false
    return this.#old.bytes.compare(this.#fresh.bytes, first, first + length, start, start + length) === 0
  }

  #placeOf(row: number, pair: readonly [old: number, fresh: number] | undefined): number {
    if (pair && row >= pair[0]) return pair[1] + row - pair[0]
    const [start, first] = this.#open ?? [Infinity, 0]
    return row >= start ? first + row - start : (this.#places[row] ?? -1)
  }
}

/** The row that a byte is in. */
function rowAt({ starts, count }: Rows, at: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
