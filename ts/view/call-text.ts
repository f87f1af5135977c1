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
 * The arguments of the call whose name begins at a place in code, each without space and comments around it; undefined if there
 * is no call. It only reads brackets, strings and comments: the result is a proposal, and running the code decides.
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

/** The end of the call whose name begins at a place in code, after its closing bracket; undefined if there is no call. */
export function endOfCall(code: string, start: number): number | undefined {
  const name = /^[\w$.\s]*\(/.exec(code.slice(start, start + 200))
  return name ? readList(code, start + name[0].length)?.end : undefined
}

function listFrom(code: string, start: number): Span[] | undefined {
  return readList(code, start)?.spans
}

/** The texts between commas up to the closing bracket, each without space and comments around it, and the end of the list. */
function readList(code: string, start: number): { readonly spans: Span[]; readonly end: number } | undefined {
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
    if (depth === 0) return { spans, end: at + 1 }
  }
  return undefined
}

/** The signs with which a comment or a text begins. */
const QUIET = '/\'"`'

/** The end of a string or a comment that begins here; the same place if none begins. */
function endOfQuiet(code: string, at: number): number {
  if (!QUIET.includes(code[at] ?? ' ')) return at
  const rest = code.slice(at, at + MAX_CALL_LENGTH)
  const quiet =
    /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`)/.exec(
      rest,
    )
  return quiet ? at + quiet[0].length : at
}

/** A part of code without the space and the comments around it; undefined if nothing is left. */
export function trimmed(code: string, start: number, end: number): Span | undefined {
  let from: number | undefined
  let to = start
  for (let at = start; at < end; ) {
    const next = Math.min(end, Math.max(endOfQuiet(code, at), at + 1))
    const isSpace = /^(?:\s|\/\/|\/\*)/.test(code.slice(at, at + 2))
    if (!isSpace) {
      from ??= at
      to = next
    }
    at = next
  }
  return from === undefined ? undefined : { start: from, end: to }
}

/** Code whose comments and texts are blank, each character in its place: what is left are names, numbers and signs. */
export function blanked(code: string): string {
  let text = ''
  for (let at = 0; at < code.length; ) {
    const end = endOfQuiet(code, at)
    if (end > at) text += code.slice(at, end).replaceAll(/[^\n]/g, ' ')
    else text += code[at] ?? ''
    at = Math.max(end, at + 1)
  }
  return text
}

/** Signs after which an expression goes on in the next line, and those with which a line continues one. */
const GOES_ON = /[-+*/%<>=&|^!~?:,.([{]\s*$/
const CONTINUES = /^\s*[-+*/%<>=&|^?:.([]/

/** The end of the expression that begins at a place in blanked code. */
function endOfExpression(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (OPENING.includes(character)) depth += 1
    else if (CLOSING.includes(character)) depth -= 1
    if (depth < 0 || (depth === 0 && (character === ',' || character === ';'))) return at
    const isEnd = character === '\n' && depth === 0 && text.slice(start, at).trim() !== ''
    if (isEnd && !GOES_ON.test(text.slice(start, at)) && !CONTINUES.test(text.slice(at + 1))) return at
  }
  return text.length
}

/** A pattern for a name as a word of its own, and not as a property; for a property with the name of its object before it. */
function wordOf(name: string): string {
  return `(?<![\\w$.])${name.replaceAll(/[$.]/g, '\\$&')}(?![\\w$])`
}

/** The patterns of what gives a name a value of its own within a part of the code: parameters, loops and `catch`. */
const bindersOf = (word: string): readonly string[] => [
  `\\bfunction\\b[^()]{0,200}\\([^()]*${word}[^()]*\\)`,
  `\\([^()]*${word}[^()]*\\)\\s*=>`,
  `${word}\\s*=>`,
  // A method. The condition of a statement looks like its parameters.
  `(?<!\\b(?:if|for|while|switch|catch)\\s*)\\([^()]*${word}[^()]*\\)(?=\\s*\\{)`,
  `\\bcatch\\s*\\([^()]*${word}[^()]*\\)`,
  `\\bfor\\s*(?=\\(\\s*(?:const|let|var)\\s+(?:(?!\\b(?:of|in)\\b)[^=;()])*${word})`,
]

/** The parts of blanked code in which a name is a parameter, or counts a loop. */
function shadowsOf(text: string, name: string): Span[] {
  return bindersOf(wordOf(name)).flatMap((binder) =>
    [...text.matchAll(new RegExp(binder, 'g'))].map(({ index, 0: found }): Span => {
      let at = index + found.length
      // The head of a loop has brackets of its own.
      if (text[at] === '(') at = endOfCall(text, at) ?? text.length
      while (/\s/.test(text[at] ?? '')) at += 1
      const body = text[at] === '{' ? readList(text, at + 1)?.end : endOfExpression(text, at)
      return { start: index, end: body ?? text.length }
    }),
  )
}

/** Code in which comments, texts, and the parts with another thing of that name are blank; undefined if a place is in such a part. */
function scopeOf(code: string, name: string, at: number): string | undefined {
  const text = blanked(code)
  const shadows = shadowsOf(text, name)
  if (shadows.some(({ start, end }) => at >= start && at < end)) return undefined
  let [scope, from] = ['', 0]
  // In one pass: a function may be one of thousands.
  for (const { start, end } of shadows.sort((one, other) => one.start - other.start)) {
    if (end <= from) continue
    const first = Math.max(start, from)
    scope += text.slice(from, first) + text.slice(first, end).replaceAll(/[^\n]/g, ' ')
    from = end
  }
  return scope + text.slice(from)
}

/**
 * The expression that a name stands for at a place in code, if it is declared once with `const`, `let` or `var`, and nothing else
 * gives it a value. Only the text is read.
 */
export function declarationOf(code: string, name: string, at: number): Span | undefined {
  const text = scopeOf(code, name, at)
  if (text === undefined) return undefined
  const word = wordOf(name)
  const isSetAgain = [
    `\\b(?:const|let|var)\\s*[[{][^=;]{0,2000}${word}`,
    `(?:\\+\\+|--)\\s*${word}`,
    `${word}\\s*(?:\\+\\+|--|(?:[-+*/%&|^]|\\*\\*|&&|\\|\\||\\?\\?|<<|>>>?)=)`,
  ].some((pattern) => new RegExp(pattern).test(text))
  const [only, another] = text.matchAll(new RegExp(`${word}\\s*=(?![=>])\\s*`, 'g'))
  if (isSetAgain || !only || another) return undefined
  for (const statement of text.matchAll(/\b(?:const|let|var)\s+/g)) {
    for (let from = statement.index + statement[0].length; ; ) {
      const declared = /^\s*[A-Za-z_$][\w$]*\s*=\s*/.exec(text.slice(from))
      if (!declared) break
      const start = from + declared[0].length
      const end = endOfExpression(text, start)
      if (start === only.index + only[0].length) return trimmed(code, start, end)
      if (text[end] !== ',') break
      from = end + 1
    }
  }
  return undefined
}

/** The value of a property in the object that stands at a place in code, unless it is set to another one elsewhere. */
export function propertyOf(code: string, object: Span, name: string, key: string): Span | undefined {
  const isSet = new RegExp(
    `${wordOf(`${name}.${key}`)}\\s*(?:=(?!=)|\\+\\+|--|(?:[-+*/%&|^]|\\*\\*|&&|\\|\\||\\?\\?)=)`,
  )
  return isSet.test(blanked(code)) ? undefined : fieldsAt(code, object.start)?.get(key)
}

/** The most space that is looked at before a key: an end of a line and an indentation. */
const MAX_INDENT = 200

/** The number of places in code where a name is used: neither its declaration nor the key of an object. */
export function usesOf(code: string, name: string): number {
  const text = scopeOf(code, name, -1) ?? ''
  const isKey = (start: number): boolean => {
    const end = start + name.length
    // Only the line is looked at: a name may be used in each of many.
    if (!/^[^\S\n]*:/.test(text.slice(end, text.indexOf('\n', end) + 1 || undefined))) return false
    return /[{,]\s*$/.test(text.slice(Math.max(0, start - MAX_INDENT), start))
  }
  const uses = text.matchAll(new RegExp(`${wordOf(name)}(?!\\s*=(?!=))`, 'g'))
  return [...uses].filter(({ index }) => !isKey(index)).length
}

/** The module and the name there of a name that is imported. */
export function importOf(code: string, name: string): { readonly module: string; readonly name: string } | undefined {
  const text = blanked(code)
  for (const found of code.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*(['"])([^'"\n]+)\2/g)) {
    if (!text.startsWith('import', found.index)) continue
    for (const part of (found[1] ?? '').split(',')) {
      const [, theirs = '', ours = theirs] = /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? []
      if (ours === name) return { module: found[3] ?? '', name: theirs }
    }
  }
  return undefined
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
  const [, quote = '', inner = ''] = /^(['"`])((?:(?!\1)[^\\\n]|\\[^\n])*)\1$/.exec(text) ?? []
  // An expression in a template is computed.
  return quote === '' || (quote === '`' && /(?<!\\)(?:\\\\)*\$\{/.test(inner)) ? undefined : unescaped(inner)
}

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' }

/** The text that escapes in a literal stand for; undefined where one of them is no known one. */
function unescaped(text: string): string | undefined {
  let isKnown = true
  const plain = text.replaceAll(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi,
    (whole, ...found) => {
      const code = Number.parseInt([found[0], found[1], found[2]].find((it) => it !== undefined) ?? '', 16)
      if (code <= 0x10ffff) return String.fromCodePoint(code)
      const letter = String(found[3] ?? whole)
      // Any other sign stands for itself.
      if (/[\da-z]/i.test(letter) && !Object.hasOwn(ESCAPES, letter)) isKnown = false
      return ESCAPES[letter] ?? letter
    },
  )
  return isKnown ? plain : undefined
}

/** A value as code; a text keeps the kind of quotes that it replaces. */
export function codeOf(value: number | string | boolean, replaced = ''): string {
  if (typeof value !== 'string') return String(value)
  const quote = /^['"`]/.exec(replaced)?.[0] ?? "'"
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')
  const inner = escaped.replaceAll(quote, `\\${quote}`)
  return quote + (quote === '`' ? inner.replaceAll('${', '\\${') : inner) + quote
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
