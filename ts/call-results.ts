import type * as api from '../index.js'
import { isObject, misuse, nameOfType } from './check.js'
import type { FileEnvelope } from './files.js'
import { fileText, MAX_TEXT_LEN, sceneText } from './profiles.js'
import { imageOf, textOf } from './results.js'
import type { Envelope } from './wire.js'

/** Fields of a file tool's answer that are texts for showing it: the content has them, the structure would have them twice. */
const SHOWN_TEXTS: ReadonlySet<string> = new Set(['assistant', 'display', 'base64'])

/** The most characters of all lists in a structured answer together. */
const MAX_LISTS_LEN = 200_000

/** The fewest rows that a list is cut to. */
const MIN_ROWS = 20

/** The envelope of a scene tool as the protocol carries it. */
export function sceneCallResult(envelope: Envelope): api.McpToolResult {
  const { answer, picture } = envelope
  return toResult(sceneText(envelope), picture && imageOf(picture), { ...answer }, !answer.success)
}

/** The envelope of a file tool as the protocol carries it. */
export function fileCallResult(envelope: FileEnvelope): api.McpToolResult {
  const image = 'image' in envelope ? envelope.image : undefined
  return toResult(fileText(envelope), image, { ...envelope.answer }, !envelope.answer.result)
}

/** The answer of `callTool` as the protocol carries it: what the own servers answer for the same call. */
export function toCallToolResult(answer: api.ToolAnswer | api.FileToolAnswer): api.McpToolResult {
  if (!isObject(answer)) {
    throw misuse(`toCallToolResult: the answer must be what callTool gave, got ${nameOfType(answer)}.`)
  }
  if ('success' in answer && typeof answer.success === 'boolean') {
    const { image, ...structure } = answer as api.ToolAnswer
    return toResult(textOf(answer) ?? JSON.stringify(structure), image, structure, !answer.success)
  }
  if ('result' in answer && typeof answer.result === 'boolean' && 'assistant' in answer) {
    const { base64, mediaType } = answer as api.FileToolAnswer
    const image =
      typeof base64 === 'string' && typeof mediaType === 'string' ? { data: base64, mimeType: mediaType } : undefined
    return toResult(fileText({ answer: answer as api.FileToolAnswer }), image, { ...answer }, !answer.result)
  }
  throw misuse('toCallToolResult: the answer must be what callTool gave; it has neither success nor result.')
}

/** The answer as its client sees it: text, the picture when there is one, the structure, and whether it failed. */
function toResult(
  text: string,
  image: { readonly data: string; readonly mimeType: string } | undefined,
  structure: object,
  isError: boolean,
): api.McpToolResult {
  return {
    content: [{ type: 'text', text }, ...(image ? [{ type: 'image' as const, ...image }] : [])],
    structuredContent: structured(structure),
    isError,
  }
}

/**
 * The structure of an answer, as large as a model can read: texts are cut as the content's are, and long lists to their
 * first rows, which a warning then says.
 */
function structured(answer: object): { [name: string]: unknown } {
  const fields = Object.entries(answer).filter(([name]) => !SHOWN_TEXTS.has(name))
  const whole = Object.fromEntries(fields.map(([name, value]) => [name, withShortTexts(value)]))
  const length = JSON.stringify(whole).length
  if (length <= MAX_LISTS_LEN) return whole
  const cutLists: string[] = []
  const share = MAX_LISTS_LEN / length
  const cut = (value: unknown, name: string, depth: number): unknown => {
    if (Array.isArray(value)) {
      const rows = Math.max(MIN_ROWS, Math.floor(value.length * share))
      if (value.length <= rows) return value
      cutLists.push(`${name} has the first ${rows} of ${value.length}`)
      return value.slice(0, rows)
    }
    if (!isObject(value) || depth === 0) return value
    return mapped(value, (inner, key) => cut(inner, key, depth - 1))
  }
  const shorter = cut(whole, '', 2) as { [name: string]: unknown }
  if (cutLists.length === 0) return shorter
  const warnings = Array.isArray(shorter['warnings']) ? shorter['warnings'] : []
  return {
    ...shorter,
    warnings: [...warnings, `The answer is too long to be sent: ${cutLists.join('; ')}. Ask for less.`],
  }
}

/** A copy whose long texts are cut at the end of a line. */
function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length <= MAX_TEXT_LEN) return value
    const end = value.lastIndexOf('\n', MAX_TEXT_LEN)
    const head = value.slice(0, end > 0 ? end : MAX_TEXT_LEN)
    return `${head}\n... cut here: ${value.length - head.length} more characters. Ask for less.`
  }
  if (Array.isArray(value)) return value.map(withShortTexts)
  return isObject(value) ? mapped(value, withShortTexts) : value
}

function mapped(object: object, change: (value: unknown, key: string) => unknown): { [name: string]: unknown } {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
