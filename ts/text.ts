/** The most characters of a quoted text that are shown; the native half has the same number, in `crates/error/src/quote.rs`. */
const MAX_QUOTED = 500

/**
 * Characters that affect the text around them or are invisible: controls, line and paragraph separators, marks of text
 * direction, and zero-width characters. The native half has the same list, in `crates/error/src/quote.rs`.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: joiners and combining marks are looked for one by one.
  /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad\u034f\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=[\0-\x7f]|^)[\u200c\u200d]|[\u200c\u200d](?=[\0-\x7f]|$)/gu

/** A caller's text as a message quotes it: on one line; a long one is cut, with its length added. */
export function quote(text: string): string {
  // A character has one or two code units.
  if (text.length <= MAX_QUOTED) return oneLine(text)
  const head = [...text.slice(0, 2 * MAX_QUOTED)].slice(0, MAX_QUOTED).join('')
  return head.length === text.length ? oneLine(text) : `${oneLine(head)}… (${countCharacters(text)} characters)`
}

/** A text with an escape such as `\n` or `\u{1b}` for every character that affects the text around it or is invisible. */
export function oneLine(text: string): string {
  return text.replace(HIDDEN, escaped)
}

/** The same for a text of several lines, whose line ends and tabs stay. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  )
}

function escaped(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

function countCharacters(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    // The second half of a surrogate pair is not a character by itself.
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00) count++
  }
  return count
}
