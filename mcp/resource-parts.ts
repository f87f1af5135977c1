import { quote } from '../ts/text.js'
import { invalidParams, unreadable } from './refusals.js'
import type { ReadContents } from './toolbox.js'

/** The length of a part: it fits even if JSON writes each character as six bytes, and is a multiple of base64's groups. */
const PART_LENGTH = 1_500_000

/** The size of a message around the contents of a resource. */
const ENVELOPE_BYTES = 4_096

/** A URI, and the requested part of the resource, counted from 1. */
interface PartAddress {
  readonly address: string
  readonly part?: number | undefined
}

/** Separates the part number from a URI: `scene://current.dxf?part=2`. */
export function partOf(uri: string): PartAddress {
  const found = /([?&])part=(\d{1,6})(?=&|$)(&?)/.exec(uri)
  if (!found) return { address: uri }
  const [whole, before, part, after] = found
  const rest = uri.slice(found.index + whole.length)
  return { address: uri.slice(0, found.index) + (after === '' ? '' : before) + rest, part: Number(part) }
}

/** The contents, if they fit into a message; otherwise an error with the number of parts to read them in. */
export function within(maxBytes: number, uri: string, contents: ReadContents[]): ReadContents[] {
  const length = contents.reduce((sum, one) => sum + textOf(one).length, 0)
  // A character takes six bytes at most.
  if (length * 6 + ENVELOPE_BYTES <= maxBytes) return contents
  // Measured only for contents that may be too large: nearly all pass by their length.
  if (Buffer.byteLength(JSON.stringify(contents)) + ENVELOPE_BYTES <= maxBytes) return contents
  const parts = bordersIn(contents[0] ? textOf(contents[0]) : '').length
  const sign = uri.includes('?') ? '&' : '?'
  throw unreadable(
    `${quote(uri)} is ${length} characters long, more than a message of ${maxBytes} bytes holds. Read it in ${parts} parts, ` +
      `${quote(`${uri}${sign}part=1`)} to ${quote(`${sign}part=${parts}`)}, and put them together in this order.`,
  )
}

/** One part of a resource. Put together they are its text, or the base64 of its bytes. */
export function partIn(contents: ReadContents[], uri: string, part: number): ReadContents[] {
  const [whole] = contents
  if (!whole) return contents
  const text = textOf(whole)
  const borders = bordersIn(text)
  if (part < 1 || part > borders.length) {
    throw invalidParams(`${quote(uri)}: the resource has ${borders.length} ${borders.length === 1 ? 'part' : 'parts'}.`)
  }
  const shown = text.slice(borders[part - 1], borders[part] ?? text.length)
  return ['text' in whole ? { ...whole, uri, text: shown } : { ...whole, uri, blob: shown }]
}

/** The offsets of the parts of a text. No character is split. */
function bordersIn(text: string): number[] {
  const borders = [0]
  for (let at = PART_LENGTH; at < text.length; at += PART_LENGTH) {
    const isWithin = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    borders.push(isWithin ? at - 1 : at)
  }
  return borders
}

function textOf(contents: ReadContents): string {
  return 'text' in contents ? contents.text : contents.blob
}
