/** A part of a text: from the first character to the one before the end. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The most characters that are read of one call. */
const MAX_CALL_LENGTH = 20_000

const OPENING = '([{'
const CLOSING = ')]}'

/**
 * The arguments of the call whose name begins at a place in code, each without the space around it; undefined if there is
 * no call. It only reads brackets, strings and comments: the result is a proposal, and running the code decides.
 */
export function argumentsAt(code: string, start: number): Span[] | undefined {
  const name = /^[\w$.\s]*\(/.exec(code.slice(start, start + 200))
  return name ? listFrom(code, start + name[0].length) : undefined
}

/** The elements of the list whose bracket is at a place in code; undefined if there is no list. */
export function elementsAt(code: string, start: number): Span[] | undefined {
  return code[start] === '[' ? listFrom(code, start + 1) : undefined
}

/** The values of the object whose bracket is at a place in code, by their names; undefined if there is no object. */
export function fieldsAt(code: string, start: number): Map<string, Span> | undefined {
  if (code[start] !== '{') return undefined
  const fields = new Map<string, Span>()
  for (const span of listFrom(code, start + 1) ?? []) {
    const [head, , name] = /^(['"]?)([\w$]+)\1\s*:\s*/.exec(code.slice(span.start, span.end)) ?? []
    // A short form such as { to } is a name alone.
    if (head !== undefined && name !== undefined) fields.set(name, { start: span.start + head.length, end: span.end })
    else fields.set(code.slice(span.start, span.end), span)
  }
  return fields
}

/** The texts between commas up to the closing bracket, each without the space around it. */
function listFrom(code: string, start: number): Span[] | undefined {
  const spans: Span[] = []
  let from = start
  let depth = 1
  const end = Math.min(code.length, start + MAX_CALL_LENGTH)
  for (let at = from; at < end; at += 1) {
    const skipped = endOfQuiet(code, at)
    if (skipped !== at) {
      at = skipped - 1
      continue
    }
    const character = code[at] ?? ''
    if (OPENING.includes(character)) depth += 1
    if (CLOSING.includes(character)) depth -= 1
    if ((character === ',' && depth === 1) || depth === 0) {
      const span = trimmed(code, from, at)
      if (span) spans.push(span)
      from = at + 1
    }
    if (depth === 0) return spans
  }
  return undefined
}

/** The end of a string or a comment that begins here; the same place if none begins. */
function endOfQuiet(code: string, at: number): number {
  const rest = code.slice(at, at + MAX_CALL_LENGTH)
  const quiet =
    /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`)/.exec(
      rest,
    )
  return quiet ? at + quiet[0].length : at
}

function trimmed(code: string, start: number, end: number): Span | undefined {
  const text = code.slice(start, end)
  const from = start + text.length - text.trimStart().length
  const to = start + text.trimEnd().length
  return from < to ? { start: from, end: to } : undefined
}

/** The offset of a line and a column, both from 1. */
export function offsetOf(code: string, line: number, column: number): number {
  let start = 0
  for (let left = line; left > 1; left -= 1) {
    const next = code.indexOf('\n', start)
    if (next < 0) return code.length
    start = next + 1
  }
  return Math.min(code.length, start + column - 1)
}

/** The line of an offset, from 1. */
export function lineOf(code: string, offset: number): number {
  return code.slice(0, offset).split('\n').length
}

/** The value of a literal; undefined for any other expression. */
export function literalOf(text: string): number | string | boolean | undefined {
  if (/^[-+]?\s*(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return Number(text.replaceAll(/[\s_]/g, ''))
  if (text === 'true' || text === 'false') return text === 'true'
  const quoted = /^(['"`])((?:(?!\1)[^\\\n$])*)\1$/.exec(text)
  return quoted?.[2]
}

/** A value as code; a text keeps the kind of quotes that it replaces. */
export function codeOf(value: number | string | boolean, replaced = ''): string {
  if (typeof value !== 'string') return String(value)
  const quote = /^['"`]/.exec(replaced)?.[0] ?? "'"
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')
  return quote + escaped.replaceAll(quote, `\\${quote}`).replaceAll('${', '\\${') + quote
}

/** The offsets of the calls of `param` for a parameter. */
export function parameterCalls(code: string, name: string): number[] {
  const found: number[] = []
  for (const { index } of code.matchAll(/\bparam\s*\(/g)) {
    const [first] = argumentsAt(code, index) ?? []
    if (first && literalOf(code.slice(first.start, first.end)) === name) found.push(index)
  }
  return found
}
