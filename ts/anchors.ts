import type * as api from '../index.js'
import { toolRefusal, type FileEnvelope } from './files.js'

/** A call of an own tool, by its wire name. */
type Call = (name: string, args: unknown, signal?: AbortSignal) => Promise<FileEnvelope>

/** A place that an anchor stands for: a line, from 1, and the hash of its text. */
interface Anchor {
  readonly line: number
  readonly hash: string
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Lines of the file that a refusal shows around an anchor. */
const SHOWN_AROUND = 3

/** A line that was cut for display, at 2,000 characters by Read, has no anchor: its hash would belong to the part. */
const CUT = /\.\.\. \(\+\d+ characters?\)$/
/** As many characters of a line are shown: `LINE_CHARACTERS` in `crates/text/src/listing.rs`. */
const CUT_LENGTH = 2_000

/**
 * The hash of a line, four letters: FNV-1a of its text without the white space at its end. Twenty bits beside a line number
 * suffice to notice a changed line; equal lines have equal hashes.
 */
export function hashOf(line: string): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(line.trimEnd())) hash = Math.imul(hash ^ byte, 0x01000193)
  hash ^= hash >>> 16
  return [15, 10, 5, 0].map((shift) => LETTERS[(hash >>> shift) & 31]).join('')
}

export function anchorOf(line: number, text: string): string {
  return `${line}:${hashOf(text)}`
}

/** The session, the memory and the way to call tools that calls with anchors need. */
interface Anchored {
  readonly call: Call
  /** True where the file is as the session read it. */
  readonly isFresh: (path: string) => Promise<boolean>
  readonly shown: ShownLines
}

/** Files whose shown lines are remembered, at most; beyond that, those read least recently are forgotten. */
const MAX_REMEMBERED = 64
/** States of a file whose lines are remembered: a model may still have the anchors of an earlier Read. */
const MAX_SNAPSHOTS = 4

/** A hunk of a patch, as answers have it. */
interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newLines: number
  readonly lines: readonly string[]
}

/** Lines of one state of a file that were shown, as hashes by their numbers then. */
class Snapshot {
  readonly hashes = new Map<number, string>()
  /** The changes that the session itself has made since, in their order. */
  readonly #changes: (readonly Hunk[])[] = []
  /** True once others have changed the file, or where what was changed is not known. */
  isOld = false
  /** True if a refusal has shown the lines: other lines of the file are unknown then. */
  isPart: boolean

  constructor(isPart: boolean) {
    this.isPart = isPart
  }

  get isChanged(): boolean {
    return this.#changes.length > 0
  }

  change(hunks: readonly Hunk[]): void {
    this.#changes.push(hunks)
  }

  /** The number that a line has now; undefined where it was changed or others changed the file. */
  now(line: number): number | undefined {
    if (this.isOld) return undefined
    let at: number | undefined = line
    for (const hunks of this.#changes) at = at === undefined ? undefined : after(hunks, at)
    return at
  }
}

/** The number of a line after a change; undefined where the change has removed it. */
function after(hunks: readonly Hunk[], line: number): number | undefined {
  let moved = 0
  for (const { oldStart, oldLines, newLines, lines } of hunks) {
    if (line < oldStart) break
    if (line >= oldStart + oldLines) {
      moved += newLines - oldLines
      continue
    }
    let [old, put] = [oldStart, oldStart + moved]
    for (const row of lines) {
      if (old === line && row.startsWith(' ')) return put
      if (old === line && row.startsWith('-')) return undefined
      if (!row.startsWith('+') && !row.startsWith('\\')) old += 1
      if (!row.startsWith('-') && !row.startsWith('\\')) put += 1
    }
    return undefined
  }
  return line + moved
}

/**
 * The lines that Read and Grep have shown, by file. A line that was changed and one that was moved look alike by their own
 * hash; the lines beside them show which it was.
 */
export class ShownLines {
  readonly #files = new Map<string, Snapshot[]>()

  remember(path: string, lines: Iterable<readonly [number, string]>, isPart = false): void {
    const known = this.#files.get(path) ?? []
    let latest = known[0]
    if (latest === undefined || latest.isOld || latest.isChanged) {
      latest = new Snapshot(isPart)
      known.unshift(latest)
      known.splice(MAX_SNAPSHOTS)
    }
    latest.isPart &&= isPart
    for (const [number, line] of lines) latest.hashes.set(number, hashOf(line))
    this.#files.delete(path)
    this.#files.set(path, known)
    // A map keeps the order of insertion, and each file was deleted and set again when it was read.
    const [oldest] = this.#files.keys()
    if (this.#files.size > MAX_REMEMBERED && oldest !== undefined) this.#files.delete(oldest)
  }

  /** Records a change of the session itself. */
  changed(path: string, hunks: readonly Hunk[]): void {
    for (const snapshot of this.#files.get(path) ?? []) snapshot.change(hunks)
  }

  /** Records that files may have become anything; without a path, all of them. */
  outdate(path?: string): void {
    const files = path === undefined ? [...this.#files.values()] : [this.#files.get(path) ?? []]
    for (const snapshot of files.flat()) snapshot.isOld = true
  }

  /** The latest state in which these lines were shown; without one, the latest of all; undefined where nothing was. */
  of(path: string | undefined, anchors: readonly Anchor[]): Snapshot | undefined {
    const known = (path === undefined ? undefined : this.#files.get(path)) ?? []
    const shows = (snapshot: Snapshot) => anchors.every(({ line, hash }) => snapshot.hashes.get(line) === hash)
    return known.find(shows) ?? known[0]
  }
}

/** The tools whose success changes a file. */
const CHANGING = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit', 'Undo'])

/**
 * Calls a tool of a workspace with anchors: Read and Grep show them, Edit and MultiEdit take `anchor` in place of
 * `old_string`.
 */
export async function callAnchored(
  anchored: Anchored,
  name: string,
  args: unknown,
  signal?: AbortSignal,
): Promise<FileEnvelope> {
  const { shown } = anchored
  if (name !== 'Edit' && name !== 'MultiEdit') {
    const envelope = await anchored.call(name, args, signal)
    if (name === 'Read') {
      remember(shown, envelope)
      return withAnchors(envelope, anchoredListing)
    }
    if (name === 'Grep') return withAnchors(envelope, anchoredRows)
    if (CHANGING.has(name)) follow(shown, envelope)
    return envelope
  }
  const envelope = await edit(anchored, name, args, signal)
  follow(shown, envelope)
  return envelope
}

/** Calls Edit or MultiEdit with texts in place of the anchors. */
async function edit(
  { call, isFresh, shown }: Anchored,
  name: string,
  args: unknown,
  signal?: AbortSignal,
): Promise<FileEnvelope> {
  if (typeof args !== 'object' || args === null) return call(name, args, signal)
  const given = args as Readonly<Record<string, unknown>>
  const list = given['edits']
  const edits: readonly unknown[] = name === 'Edit' ? [given] : Array.isArray(list) ? list : []
  const isAnchored = (own: unknown): own is Given =>
    typeof own === 'object' && own !== null && 'anchor' in own && own.anchor !== undefined && own.anchor !== null
  if (!edits.some(isAnchored)) return call(name, args, signal)
  let file: { readonly lines: readonly string[]; readonly path: string | undefined } | undefined
  try {
    const path = String(given['file_path'] ?? '')
    // This is decided before the file counts as read: of a range only the first and the last line have
    // anchors.
    const wasFresh = await isFresh(path)
    const current = await currentLines(call, path, signal)
    file = current
    if (!wasFresh) shown.outdate(current.path)
    const unknown = new Snapshot(false)
    unknown.isOld = !wasFresh
    const snapshotOf = (anchors: readonly Anchor[]) => shown.of(current.path, anchors) ?? unknown
    const now = { lines: current.lines, snapshotOf }
    const resolved = edits.map((own, number) => ({ number, ...(isAnchored(own) ? placed(own, now) : { edit: own }) }))
    // From the last line to the first, so that no edit moves what another stands for.
    const inOrder = [...resolved].sort((one, other) => ('at' in other ? other.at : 0) - ('at' in one ? one.at : 0))
    for (const [index, later] of inOrder.entries()) {
      const earlier = inOrder[index + 1]
      if (earlier && 'at' in earlier && 'at' in later && earlier.to >= later.at) {
        throw new Refused(
          `Two edits of the call change line ${later.at}. Make one edit of them. Nothing was changed.${listing(current.lines, later.at, later.at)}`,
        )
      }
    }
    const own = inOrder.map((it) => it.edit)
    const { edits: _, ...rest } = given
    if (name === 'Edit') return await call(name, { ...rest, ...(own[0] as object), anchor: undefined }, signal)
    const envelope = await call(name, { ...rest, edits: own }, signal)
    return inGivenOrder(
      envelope,
      inOrder.map(({ number }) => number),
    )
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown
    // The anchors that the refusal shows may be given in the next call.
    if (file?.path !== undefined) shown.remember(file.path, rowsIn(thrown.message, file.lines), true)
    return thrown.envelope ?? toolRefusal(thrown.kind, thrown.message)
  }
}

/** The lines that a refusal lists. */
function rowsIn(message: string, lines: readonly string[]): [number, string][] {
  const rows = message.matchAll(/^ *(\d+):[0-9a-z]{4}→/gm)
  return [...rows].map(([, number]) => [Number(number), lines[Number(number) - 1] ?? ''])
}

type Given = Readonly<Record<string, unknown>>

/** Names the edits in an answer by the numbers that the caller gave them, where they were made in another order. */
function inGivenOrder(envelope: FileEnvelope, numbers: readonly number[]): FileEnvelope {
  if (numbers.every((number, index) => number === index)) return envelope
  const given = (number: string) => String((numbers[Number(number) - 1] ?? Number(number) - 1) + 1)
  const renumbered = (text: unknown) =>
    typeof text === 'string'
      ? text.replace(
          /^((?:Note: |Warning: )?[Ee]dit )(\d+)(?=:)/gm,
          (_, before: string, own: string) => before + given(own),
        )
      : text
  const answer = envelope.answer as unknown as Record<string, unknown>
  const { edits, meta } = answer
  const changed: Record<string, unknown> = { ...answer }
  for (const name of ['message', 'assistant', 'display']) {
    if (name in answer) changed[name] = renumbered(answer[name])
  }
  if (Array.isArray(edits)) {
    const ordered: unknown[] = []
    for (const [index, own] of edits.entries()) ordered[numbers[index] ?? index] = own
    changed['edits'] = ordered
  }
  if (typeof meta === 'object' && meta !== null && 'editIndex' in meta) {
    changed['meta'] = { ...meta, editIndex: Number(given(String(meta.editIndex))) }
  }
  return { ...envelope, answer: changed } as unknown as FileEnvelope
}

/** Keeps up with a change that was made. */
function follow(shown: ShownLines, envelope: FileEnvelope): void {
  if (envelope.status === 'refused') return
  const answer = envelope.answer as unknown as Record<string, unknown>
  if (answer['dry_run'] === true) return
  const hunks = answer['structuredPatch'] as readonly Hunk[] | undefined
  if (envelope.path === undefined || !Array.isArray(hunks) || answer['truncated'] === true) shown.outdate(envelope.path)
  else shown.changed(envelope.path, hunks)
}

class Refused extends Error {
  constructor(
    message: string,
    readonly kind: 'invalid_input' | 'conflict' = 'invalid_input',
    readonly envelope?: FileEnvelope,
  ) {
    super(message)
  }
}

/** Keeps the lines that an answer of Read shows whole. */
function remember(shown: ShownLines, envelope: FileEnvelope): void {
  if (envelope.status === 'refused' || envelope.path === undefined) return
  const { type, content, startLine, numLines } = envelope.answer as unknown as {
    readonly [name: string]: unknown
  }
  if (type !== 'text' || typeof content !== 'string' || typeof startLine !== 'number') return
  const lines = content.split('\n').slice(0, Number(numLines))
  shown.remember(
    envelope.path,
    lines.map((line, index): [number, string] => [startLine + index, line]),
  )
}

function withAnchors(envelope: FileEnvelope, show: (answer: Record<string, unknown>) => string): FileEnvelope {
  if (envelope.status === 'refused') return envelope
  const answer = envelope.answer as unknown as Record<string, unknown>
  return { ...envelope, answer: { ...answer, assistant: show(answer) } } as unknown as FileEnvelope
}

/** The listing of Read: `12:k3f2→text`. */
function anchoredListing(answer: Record<string, unknown>): string {
  const text = String(answer['assistant'])
  if (answer['type'] !== 'text') return text
  // By LF alone: a line may hold other separators, such as U+2028.
  const rows = text.split('\n').map((row) => {
    const [whole, number, line = ''] = /^ *(\d+)→([\s\S]*)$/.exec(row) ?? []
    if (whole === undefined || CUT.test(line)) return row
    return `${anchorOf(Number(number), line).padStart(11)}→${line}`
  })
  return rows.join('\n')
}

/** The rows of Grep: `a.ts:12:k3f2:text`, and `a.ts-13-9xq0-text` of context. */
function anchoredRows(answer: Record<string, unknown>): string {
  const text = String(answer['assistant'])
  const found = answer['lines'] as readonly { file: string; line: number; text: string; isContext?: true }[] | undefined
  if (answer['mode'] !== 'content' || found === undefined) return text
  let next = 0
  return text
    .split('\n')
    .map((row) => {
      const line = found[next]
      if (line === undefined) return row
      const mark = line.isContext ? '-' : ':'
      const number = `${mark}${line.line}${mark}`
      const at = row.indexOf(number)
      if (at < 0 || row === '--') return row
      next += 1
      const rest = row.slice(at + number.length)
      if (rest !== line.text || line.text.length >= CUT_LENGTH) return row
      return `${row.slice(0, at)}${number}${hashOf(line.text)}${mark}${rest}`
    })
    .join('\n')
}

/** The lines of the file as they are now. The file counts as read: its anchors are checked against them. */
async function currentLines(call: Call, path: string, signal?: AbortSignal) {
  const envelope = await call('ReadBytes', { path }, signal)
  if (envelope.status === 'refused') throw new Refused('', 'invalid_input', envelope)
  const { bytes } = envelope.answer as unknown as { bytes: string }
  const content = Buffer.from(bytes, 'base64')
  const encoding =
    content[0] === 0xff && content[1] === 0xfe
      ? 'utf-16le'
      : content[0] === 0xfe && content[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new Refused('Only files in UTF-8 or UTF-16 have anchors. Give old_string instead.')
  }
  const lines = text.split(/\r\n|\n|\r/)
  // The end of the last line begins no further one.
  if (lines.at(-1) === '') lines.pop()
  return { lines, path: envelope.path }
}

/** A file as it is now, and what was shown of it. */
interface FileNow {
  readonly lines: readonly string[]
  readonly snapshotOf: (anchors: readonly Anchor[]) => Snapshot
}

/** An edit with the text that its anchors stand for, and its lines. */
function placed(own: Given, now: FileNow) {
  const { lines } = now
  const { anchor, old_string: old, replace_all: all, expected_replacements: _, ...rest } = own
  if (old !== undefined) throw new Refused('Give anchor or old_string, not both.')
  if (all === true || all === 'true') throw new Refused('An anchor names its lines: leave out replace_all.')
  const { first, last } = anchorsIn(anchor, lines)
  const at = rangeOf(first, last, now)
  const to = at + last.line - first.line
  const text = lines.slice(at - 1, to).join('\n')
  // Whole lines end with a line end, which is not one more line.
  const put = ((given) => (typeof given === 'string' && given.length > 1 ? given.replace(/\r?\n$/, '') : given))(
    rest['new_string'],
  )
  const edited = (end: string) => ({
    at,
    to,
    // A text that is missing is refused by the tool, in its words.
    edit: {
      ...rest,
      old_string: text + end,
      ...(put !== undefined && { new_string: put === '' ? '' : `${String(put)}${end}` }),
      line: at,
    },
  })
  // Empty lines at an edge stand for their line ends: without them they would stay, or mean a new file.
  const isBare = to === lines.length && text !== '' && !text.startsWith('\n') && !text.endsWith('\n')
  return edited(isBare || (put !== '' && text !== '') ? '' : '\n')
}

/** The parts of an anchor as Read shows it, and what common ways of writing it have between and around them. */
const ONE = String.raw`[L#]?\s*(\d+)\s*[:#|]\s*([0-9a-z]{4})`
const SEPARATOR = String.raw`\s*(?:-|–|—|\.{2,3}|…|to|,|;|:)\s*`
const AROUND = /^["'`([{<\s]+|["'`)\]}>\s]+$/g

/** One anchor or two; the text of a line may follow the last. */
const RANGE = new RegExp(`^${ONE}(?:${SEPARATOR}${ONE})?(?:→[\\s\\S]*)?$`, 'i')
/** A row of Read, or of Grep with its file. */
const ROW = new RegExp(String.raw`^\s*(?:${ONE}→|(?=[^:\n]*[^\s\d:-])[^\n]*?[:-](\d+)[:-]([0-9a-z]{4})(?:[:-]|$))`, 'i')
/** The second of two rows on one line. */
const SECOND_ROW = new RegExp(String.raw`(?:-|–|—|\.{2,3}|…|to)\s*${ONE}→`, 'i')

/** The first and the last line that an anchor names. An anchor in another form is accepted if it has one meaning. */
function anchorsIn(given: unknown, lines: readonly string[]): { readonly first: Anchor; readonly last: Anchor } {
  const texts = Array.isArray(given) ? given : [given]
  const text = texts.map((one) => written(one).replace(AROUND, '')).join('\n')
  const rows = text.split('\n').map((row) => row.replace(AROUND, ''))
  // Of rows that were copied the first and the last count.
  const [, line, hash, toLine, toHash] = RANGE.exec(rows.length === 1 ? (rows[0] ?? '') : '') ?? []
  const copied = rows.map((row) => RANGE.exec(row) ?? ROW.exec(row))
  const [one, other] = [copied[0], copied.at(-1)]
  const anchor = (number: string | undefined, letters: string | undefined): Anchor | undefined =>
    number === undefined || letters === undefined ? undefined : { line: Number(number), hash: normalHash(letters) }
  const first = anchor(line, hash) ?? (one ? (anchor(one[1], one[2]) ?? anchor(one[3], one[4])) : undefined)
  const [, secondLine, secondHash] = SECOND_ROW.exec(rows.length === 1 ? text : '') ?? []
  const last =
    anchor(toLine, toHash) ??
    anchor(secondLine, secondHash) ??
    (rows.length > 1 && other ? (anchor(other[3], other[4]) ?? anchor(other[1], other[2])) : first)
  if (first === undefined || last === undefined || copied.includes(null)) {
    // The present lines are shown with their anchors, so that the next call needs no Read.
    const numbers = [...text.matchAll(/(?<![0-9a-z])\d{1,7}(?![0-9a-z])/gi)].map(([number]) => Number(number))
    const [from, to] = [numbers[0], numbers.at(-1)]
    throw new Refused(
      `anchor must be like "12:k3f2", or "12:k3f2-15:9xq0" for several lines, got ${JSON.stringify(given)}. Nothing was changed.` +
        (from === undefined || to === undefined
          ? ' Read shows the anchor of each line.'
          : listing(lines, Math.min(from, to), Math.max(from, to))),
    )
  }
  if (last.line < first.line) {
    const own = (it: Anchor) => `${it.line}:${it.hash}`
    throw new Refused(
      `anchor ${JSON.stringify(given)} ends before it begins. Give "${own(last)}-${own(first)}" if these lines are meant.${listing(lines, last.line, first.line)}`,
    )
  }
  return { first, last }
}

/** An anchor as a text, also of one that was given as a number or an object. */
function written(given: unknown): string {
  if (typeof given !== 'object' || given === null) return String(given ?? '')
  const { line, hash } = given as { readonly line?: unknown; readonly hash?: unknown }
  return line === undefined ? '' : `${String(line)}${hash === undefined ? '' : `:${String(hash)}`}`
}

/** The letters of a hash as they were shown: without capitals, and without the letters that look like digits. */
function normalHash(letters: string): string {
  return letters.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
}

/**
 * The line where a range begins now. Equal lines may stand in several places, so a number and a hash do not suffice once
 * lines were inserted above: the lines that were shown around it decide between the places that have its text.
 */
function rangeOf(first: Anchor, last: Anchor, now: FileNow): number {
  const { lines, snapshotOf } = now
  const span = last.line - first.line
  const snapshot = snapshotOf([first, last])
  const shown = snapshot.hashes
  const hashes = lines.map(hashOf)
  const has = (line: number, hash: string | undefined): boolean => hashes[line - 1] === hash
  const ends = (line: number) => has(line, first.hash) && has(line + span, last.hash)
  // In a file as it was read, but for the session's own changes, each line is where these have moved it.
  const expected = snapshot.now(first.line)
  const isWhole = (at: number) =>
    Array.from({ length: span }, (_, index) => index + 1).every((away) => snapshot.now(first.line + away) === at + away)
  const isShown = shown.get(first.line) === first.hash && shown.get(last.line) === last.hash
  if (!snapshot.isOld && (isShown || !(snapshot.isChanged || snapshot.isPart))) {
    if (expected !== undefined && isWhole(expected) && ends(expected)) return expected
    if (isShown) throw stale(first, last, now, 'this session has changed these lines itself', [])
  }
  if (!snapshot.isOld && !snapshot.isChanged && !snapshot.isPart) {
    // The number was misread, or the hash: only a line that no other equals is surely meant.
    const [only, ...more] = lines.flatMap((_, index) => (ends(index + 1) ? [index + 1] : []))
    if (only !== undefined && more.length === 0 && span < 2) return only
    const found = only === undefined ? [] : [only, ...more]
    throw stale(first, last, now, severalOr(found, 'the line has another hash'), found)
  }
  const inner = Array.from({ length: Math.max(0, span - 1) }, (_, index) => index + 1)
  const isInnerShown = inner.every((away) => shown.has(first.line + away))
  const fits = (line: number) => ends(line) && inner.every((away) => has(line + away, shown.get(first.line + away)))
  if (!isInnerShown) {
    const why = 'the file has changed since it was read, and not all lines between the two were shown'
    throw stale(first, last, now, why, ends(first.line) ? [first.line] : [])
  }
  const found = lines.flatMap((_, index) => (fits(index + 1) ? [index + 1] : []))
  const context = contextOf(first.line, last.line, shown, hashes)
  if (context.most === 0) {
    // Nothing was shown around it.
    const [only, ...more] = found
    if (only !== undefined && more.length === 0) return only
    throw stale(first, last, now, severalOr(found, 'the lines have changed'), found)
  }
  const scored = found.map((line) => ({ line, score: context.score(line - 1, line + span) }))
  scored.sort((one, other) => other.score - one.score)
  const [best, second] = scored
  // If the lines around the old place are still there, the line itself was changed; an equal line elsewhere is a
  // different one.
  const left = context
    .rivals(span)
    .filter(({ before, end }) => best === undefined || end < best.line || before >= best.line + span)
  const rival = left.reduce((most, { before, end }) => Math.max(most, context.score(before, end)), second?.score ?? 0)
  // If two places touch, one was put beside the other.
  const isBeside = scored.some((one) => one !== best && Math.abs(one.line - (best?.line ?? 0)) <= span + 1)
  // Where all lines next to it are there twice, a block was copied, and either may be meant.
  const isCopied = found.filter((line) => context.isNextTo(line - 1, line + span)).length > 1
  // Far from the best place, another with all the lines in order may be meant, whose lines others put theirs between.
  const isElsewhere = scored.some(
    ({ line }) =>
      Math.abs(line - (best?.line ?? line)) > span + CONTEXT + SLACK &&
      context.inOrder(line - 1, line + span) >= (1 - LEAD) * context.most * 0.5,
  )
  const isAlone = !isCopied && !isElsewhere && (!isBeside || best?.score === context.most)
  const isSure =
    isAlone && best !== undefined && best.score >= LEAST * context.most && best.score - rival >= LEAD * context.most
  if (isSure) return best.line
  throw stale(first, last, now, severalOr(found, 'the lines have changed'), found)
}

function severalOr(found: readonly number[], otherwise: string): string {
  return found.length > 1
    ? `it fits ${found.length} places now, on lines ${found.slice(0, 10).join(', ')}`
    : found.length === 1
      ? `it fits line ${found[0]} now, and it is not sure that this is the same line`
      : otherwise
}

/** Lines above the first and below the last line of an anchor that are compared with the lines shown before. */
const CONTEXT = 20
/** The number of these lines that are next to the anchor. */
const NEXT = 5
/** Lines that others may have put between them. */
const SLACK = 12
/** The share of the context that a place must have, and by which it must be ahead of any other. */
const LEAST = 0.4
const LEAD = 0.2

/** The lines that were shown around a range, and how much of them there is around a place of the file. */
function contextOf(first: number, last: number, shown: ReadonlyMap<number, string>, hashes: readonly string[]) {
  const counts = new Map<string, number>()
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  // Lines that are everywhere say little about a place.
  const weight = (hash: string) => 1 / Math.max(1, counts.get(hash) ?? 0)
  const beside = (from: number, step: 1 | -1): string[] => {
    const found: string[] = []
    for (let line = from; found.length < CONTEXT; line += step) {
      const hash = shown.get(line)
      if (hash === undefined) break
      found.push(hash)
    }
    return found
  }
  const [above, below] = [beside(first - 1, -1), beside(last + 1, 1)]
  const most = 2 * [...above, ...below].reduce((sum, hash) => sum + weight(hash), 0)
  /** The lines that both have at the same distance. Without them a place some lines away would be as good. */
  const inPlace = (wanted: readonly string[], there: readonly string[]): number =>
    wanted.reduce((sum, hash, index) => sum + (there[index] === hash ? weight(hash) : 0), 0)
  const alike = (wanted: readonly string[], there: readonly string[]) => common(wanted, there) + inPlace(wanted, there)
  /** The heaviest lines that both have in the same order. */
  const common = (wanted: readonly string[], there: readonly string[]): number => {
    let row = new Float64Array(there.length + 1)
    for (const hash of wanted) {
      const next = new Float64Array(there.length + 1)
      for (const [index, own] of there.entries()) {
        const taken = own === hash ? (row[index] ?? 0) + weight(hash) : 0
        next[index + 1] = Math.max(taken, row[index + 1] ?? 0, next[index] ?? 0)
      }
      row = next
    }
    return row.at(-1) ?? 0
  }
  /** Compares both sides of a place with the lines that were shown. */
  const sides = (compare: typeof alike, before: number, end: number): number =>
    compare(above, hashes.slice(Math.max(0, before - CONTEXT - SLACK), before).reverse()) +
    compare(below, hashes.slice(end, end + CONTEXT + SLACK))
  return {
    most,
    /** The score of a place, given by the numbers from 1 of the line before it and of its last line. */
    score: (before: number, end: number): number => sides(alike, before, end),
    /** As `score`, but only of the lines in order, wherever they are: at most half of `most`. */
    inOrder: (before: number, end: number): number => sides(common, before, end),
    /** True where the nearest lines are all there. */
    isNextTo: (before: number, end: number): boolean =>
      above.slice(0, NEXT).every((hash, index) => hashes[before - 1 - index] === hash) &&
      below.slice(0, NEXT).every((hash, index) => hashes[end + index] === hash),
    /** Places where the range may stand changed, or have been: between the lines that were next to it. */
    rivals: (span: number): { readonly before: number; readonly end: number }[] => {
      const [before, after] = [above[0], below[0]]
      const lengths = Array.from({ length: span + SLACK }, (_, length) => length)
      return hashes.flatMap((hash, index) => {
        if (before === undefined) return hash === after ? [{ before: Math.max(0, index - span - 1), end: index }] : []
        if (hash !== before) return []
        const ends = after === undefined ? [span + 1] : lengths.filter((length) => hashes[index + 1 + length] === after)
        return ends.map((length) => ({ before: index + 1, end: index + 1 + length }))
      })
    },
  }
}

function stale(first: Anchor, last: Anchor, { lines }: FileNow, why: string, found: readonly number[]): Refused {
  const name = first === last ? `${first.line}:${first.hash}` : `${first.line}:${first.hash}-${last.line}:${last.hash}`
  const span = last.line - first.line
  const elsewhere = found
    .filter((line) => line !== first.line)
    .slice(0, MAX_PLACES)
    .map((line) => `\n\nThe lines of the anchor are here too:\n${rowsOf(lines, line - 1, line + span + 1)}`)
  return new Refused(
    `The anchor ${name} is stale: ${why}. Nothing was changed.${listing(lines, first.line, last.line)}${elsewhere.join('')}\n\n` +
      'If the lines you mean are among these, use their anchors as shown here; otherwise read the file again.',
    'conflict',
  )
}

/** Places with the text of a stale anchor that are shown, at most, and lines of a listing. */
const MAX_PLACES = 3
const MAX_LISTED = 60

/** The lines of the file at a place and around it, with their anchors. */
function listing(lines: readonly string[], first: number, last: number): string {
  if (lines.length === 0) return '\n\nThe file is empty now.'
  const end = `The file has ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} now`
  if (first > lines.length + SHOWN_AROUND) {
    return `\n\n${end}. It ends with:\n${rowsOf(lines, lines.length - 2 * SHOWN_AROUND, lines.length)}`
  }
  return `\n\nThe file has there now:\n${rowsOf(lines, first - SHOWN_AROUND, last + SHOWN_AROUND)}`
}

function rowsOf(lines: readonly string[], first: number, last: number): string {
  const from = Math.max(1, first)
  const rows = lines.slice(from - 1, Math.min(last, from + MAX_LISTED - 1))
  return rows
    .map((line, index) =>
      line.length >= CUT_LENGTH
        ? `${String(from + index).padStart(6)}→${line.slice(0, CUT_LENGTH)}...`
        : `${anchorOf(from + index, line).padStart(11)}→${line}`,
    )
    .join('\n')
}

/** The definitions of the tools with anchors. */
export function anchoredDefinitions<Definition extends api.ToolDefinition>(
  definitions: readonly Definition[],
): Definition[] {
  const anchor = {
    type: 'string',
    description:
      'In place of old_string: the lines from Read or Grep, "12:k3f2" or "12:k3f2-15:9xq0". new_string replaces them whole.',
  }
  const anchored = (schema: Schema): Schema => ({
    ...schema,
    properties: { ...schema.properties, anchor },
    required: (schema.required ?? []).filter((name) => name !== 'old_string'),
  })
  return definitions.map((definition) => {
    const schema = definition.inputSchema as unknown as Schema
    const edits = schema.properties?.['edits'] as { items: Schema } | undefined
    if (definition.name === 'Edit') return { ...definition, inputSchema: anchored(schema) }
    if (definition.name === 'MultiEdit' && edits) {
      const properties = { ...schema.properties, edits: { ...edits, items: anchored(edits.items) } }
      return { ...definition, inputSchema: { ...schema, properties } }
    }
    return definition
  })
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}
