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

/** A line that was cut for display has no anchor: its hash would belong to the part. */
const CUT = /\.\.\. \(\+\d+ characters?\)$/
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

/**
 * The lines that Read has shown, as hashes, by file. A line that was changed and one that was moved look alike by their own
 * hash; the lines beside them show which it was.
 */
export class ShownLines {
  readonly #files = new Map<string, Map<number, string>>()

  remember(path: string, first: number, lines: readonly string[]): void {
    const known = this.#files.get(path) ?? new Map<number, string>()
    for (const [index, line] of lines.entries()) known.set(first + index, hashOf(line))
    this.#files.delete(path)
    this.#files.set(path, known)
    // A map keeps the order of insertion, and each file was deleted and set again when it was read.
    const [oldest] = this.#files.keys()
    if (this.#files.size > MAX_REMEMBERED && oldest !== undefined) this.#files.delete(oldest)
  }

  of(path: string | undefined): ReadonlyMap<number, string> {
    return (path === undefined ? undefined : this.#files.get(path)) ?? new Map()
  }
}

/**
 * Calls a tool of a workspace with anchors: Read and Grep show them, Edit and MultiEdit take `anchor` in place of
 * `old_string`.
 */
export async function callAnchored(
  { call, isFresh, shown }: Anchored,
  name: string,
  args: unknown,
  signal?: AbortSignal,
): Promise<FileEnvelope> {
  if (typeof args !== 'object' || args === null) return call(name, args, signal)
  const given = args as Readonly<Record<string, unknown>>
  if (name === 'Read') {
    const envelope = await call(name, args, signal)
    remember(shown, envelope)
    return withAnchors(envelope, anchoredListing)
  }
  if (name === 'Grep') return withAnchors(await call(name, args, signal), anchoredRows)
  const edits = name === 'Edit' ? [given] : name === 'MultiEdit' && Array.isArray(given['edits']) ? given['edits'] : []
  const isAnchored = (edit: unknown) => typeof edit === 'object' && edit !== null && 'anchor' in edit
  if (!edits.some(isAnchored)) return call(name, args, signal)
  try {
    const path = String(given['file_path'] ?? '')
    // This is decided before the file counts as read: of a range only the first and the last line have
    // anchors.
    const wasFresh = await isFresh(path)
    const file = await currentLines(call, path, signal)
    const now = { lines: file.lines, wasFresh, shown: shown.of(file.path) }
    const resolved = edits.map((edit) => (isAnchored(edit) ? placed(edit, now) : { edit }))
    // From the last line to the first, so that no edit moves what another stands for.
    const inOrder = [...resolved].sort((one, other) => ('at' in other ? other.at : 0) - ('at' in one ? one.at : 0))
    for (const [index, later] of inOrder.entries()) {
      const earlier = inOrder[index + 1]
      if (earlier && 'at' in earlier && 'at' in later && earlier.to >= later.at) {
        throw new Refused(`Two edits of the call change line ${later.at}. Make one edit of them. Nothing was changed.`)
      }
    }
    const own = inOrder.map(({ edit }) => edit)
    const { edits: _, ...rest } = given
    return await call(
      name,
      name === 'Edit' ? { ...rest, ...own[0], anchor: undefined } : { ...rest, edits: own },
      signal,
    )
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.envelope ?? toolRefusal(thrown.kind, thrown.message)
    throw thrown
  }
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
  shown.remember(envelope.path, startLine, content.split('\n').slice(0, Number(numLines)))
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
  return text.replace(/^ *(\d+)→(.*)$/gm, (row, number: string, line: string) =>
    CUT.test(line) ? row : `${anchorOf(Number(number), line).padStart(11)}→${line}`,
  )
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
    throw new Refused('The file is in another encoding than UTF-8 and UTF-16, and has no anchors. Give old_string.')
  }
  const lines = text.split(/\r\n|\n|\r/)
  // The end of the last line begins no further one.
  if (lines.at(-1) === '') lines.pop()
  return { lines, path: envelope.path }
}

/** A file as it is now, and whether the session has read this state of it. */
interface FileNow {
  readonly lines: readonly string[]
  readonly wasFresh: boolean
  readonly shown: ReadonlyMap<number, string>
}

/** An edit with the text that its anchors stand for, and its lines. */
function placed(edit: Readonly<Record<string, unknown>>, now: FileNow) {
  const { lines, wasFresh } = now
  const { anchor, old_string: old, ...rest } = edit
  if (old !== undefined) throw new Refused('Give anchor or old_string, not both.')
  const match = /^\s*(\d+):([0-9a-z]{4})(?:\s*(?:-|–|\.\.)\s*(\d+):([0-9a-z]{4}))?\s*$/.exec(String(anchor))
  if (!match) {
    throw new Refused(
      `anchor must be like "12:k3f2", or "12:k3f2-15:9xq0" for several lines, got ${JSON.stringify(anchor)}.`,
    )
  }
  const first: Anchor = { line: Number(match[1]), hash: match[2] ?? '' }
  const last: Anchor = match[3] === undefined ? first : { line: Number(match[3]), hash: match[4] ?? '' }
  if (last.line < first.line) throw new Refused(`anchor "${String(anchor)}" ends before it begins.`)
  const at = rangeOf(first, last, now)
  if (last.line - first.line > 1 && !wasFresh) {
    throw stale(first, last, lines, 'the file has changed since it was read, and lines between the two may have')
  }
  const to = at + last.line - first.line
  const text = lines.slice(at - 1, to).join('\n')
  // An empty line stands for its line end: an empty text to replace would mean a new file.
  const isEmpty = text === ''
  const end = isEmpty ? '\n' : ''
  const put = String(rest['new_string'] ?? '')
  return {
    at,
    to,
    edit: { ...rest, old_string: `${text}${end}`, new_string: isEmpty && put === '' ? '' : `${put}${end}`, line: at },
  }
}

/**
 * The line where a range begins now. Equal lines may stand in several places, so a number and a hash do not suffice once
 * lines were inserted above: the lines that were shown around it decide between the places that have its text.
 */
function rangeOf(first: Anchor, last: Anchor, { lines, shown, wasFresh }: FileNow): number {
  const span = last.line - first.line
  const has = (line: number, hash: string | undefined): boolean => {
    const text = lines[line - 1]
    return text !== undefined && hashOf(text) === hash
  }
  const fits = (line: number) => has(line, first.hash) && has(line + span, last.hash)
  const around = CONTEXT.map((away) => (away < 0 ? away : span + away)).filter((away) => shown.has(first.line + away))
  const likeness = (line: number) => around.filter((away) => has(line + away, shown.get(first.line + away))).length
  const isThere = fits(first.line)
  if (isThere && (around.length === 0 ? wasFresh : likeness(first.line) === around.length)) return first.line
  const found = lines.flatMap((_, index) => (fits(index + 1) ? [index + 1] : []))
  const most = Math.max(0, ...found.map(likeness))
  const isNearly = (line: number) => likeness(line) > most - (most === around.length ? 1 : MARGIN)
  const [best, ...others] = found.filter(isNearly)
  // If the lines around the old place are still there, the line itself was changed; an equal line elsewhere is a
  // different one.
  const isLikeliest = around.length === 0 || (most > 0 && (isThere || most > likeness(first.line)))
  if (best !== undefined && others.length === 0 && isLikeliest) return best
  const why =
    others.length > 0
      ? `it fits ${found.length} places now, on lines ${found.slice(0, 10).join(', ')}`
      : 'the lines have changed'
  throw stale(first, last, lines, why)
}

/** Lines above the first and below the last line of an anchor that are compared with the lines shown before. */
const CONTEXT = Array.from({ length: 10 }, (_, index) => index + 1).flatMap((away) => [-away, away])

/** The lead, in matching lines, that one place must have over another: repetitive code looks alike everywhere. */
const MARGIN = 3

function stale(first: Anchor, last: Anchor, lines: readonly string[], why: string): Refused {
  const from = Math.max(1, first.line - SHOWN_AROUND)
  const shown = lines.slice(from - 1, last.line + SHOWN_AROUND).slice(0, 60)
  const listing = shown.map((line, index) => `${anchorOf(from + index, line).padStart(11)}→${line}`).join('\n')
  return new Refused(
    `The anchor ${first.line}:${first.hash} is stale: ${why}. Nothing was changed.\n\nThe file has there now:\n${listing}`,
    'conflict',
  )
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
