import type * as api from '../index.js'
import { isObject, misuse, nameOfType, readOptions, formatValue } from './check.js'
import type { FileEnvelope } from './files.js'
import { describePicture, withoutDrawn } from './picture-words.js'
import { cut, fileText } from './profiles.js'
import { imageOf, textOf } from './results.js'
import { roundedNumbers } from './rounding.js'
import type { Envelope, Failed } from './wire.js'

/** Fields of a file tool's answer that hold text to be shown: the content has it already, so the structure leaves it out. */
const SHOWN_TEXTS: ReadonlySet<string> = new Set(['assistant', 'display', 'base64'])

/** The most characters of all lists in a structured answer together. */
const MAX_LISTS_LEN = 200_000

/** The fewest rows that a list is cut to. */
const MIN_ROWS = 20

/** A place where a client finds a picture, besides the block that has it. */
export interface PictureFile {
  /** Absolute. */
  readonly path: string
  /** The resource of the server. */
  readonly uri: string
  readonly name: string
}

/** The form in which an answer is sent. */
export interface AnswerForm {
  /** With `structuredContent`, for programs that call tools; models get the content. Default: false. */
  readonly structured?: boolean | undefined
  /** The place where a client can fetch the picture of the answer. */
  readonly file?: PictureFile | undefined
  /** The facts about the picture, where the answer does not have them. */
  readonly about?: object | undefined
}

/** The envelope of a scene tool as the protocol carries it. */
export function sceneCallResult(envelope: Envelope, form: AnswerForm = {}): api.McpToolResult {
  const { answer, picture, text } = envelope
  if (!answer.success) return failedResult(answer, picture && imageOf(picture))
  return sceneResult(answer, text, picture && imageOf(picture), form)
}

/** The envelope of a file tool as the protocol carries it. */
export function fileCallResult(envelope: FileEnvelope, form: AnswerForm = {}): api.McpToolResult {
  const text = fileText(envelope)
  if (!envelope.answer.result) return { content: [{ type: 'text', text }], isError: true }
  const image = 'image' in envelope ? envelope.image : undefined
  return toResult(text, image, { ...envelope.answer }, form)
}

/** The answer of `callTool` as the protocol carries it: what the servers of this package answer for the same call. */
export function toCallToolResult(
  answer: api.ToolAnswer | api.FileToolAnswer,
  options?: { readonly structuredContent?: boolean | undefined },
): api.McpToolResult {
  if (!isObject(answer)) {
    throw misuse(`toCallToolResult: the answer must be what callTool gave, got ${nameOfType(answer)}.`)
  }
  const { structuredContent: structured = false } = readOptions(
    'toCallToolResult',
    '{ structuredContent: true }',
    options,
  )
  if (typeof structured !== 'boolean') {
    throw misuse(`toCallToolResult: structuredContent must be true or false, got ${formatValue(structured)}.`)
  }
  if ('success' in answer && typeof answer.success === 'boolean') {
    const { image, ...rest } = answer as api.ToolAnswer
    if (!rest.success) return failedResult(rest as Failed['answer'], image)
    return sceneResult(rest as Succeeded, textOf(answer), image, { structured })
  }
  if ('result' in answer && typeof answer.result === 'boolean' && 'assistant' in answer) {
    const { base64, mediaType } = answer as api.FileToolAnswer
    const text = fileText({ answer: answer as api.FileToolAnswer })
    if (!answer.result) return { content: [{ type: 'text', text }], isError: true }
    const image =
      typeof base64 === 'string' && typeof mediaType === 'string' ? { data: base64, mimeType: mediaType } : undefined
    return toResult(text, image, { ...answer }, { structured })
  }
  throw misuse('toCallToolResult: the answer must be what callTool gave; it has neither success nor result.')
}

/** The answer object of a call that succeeded. */
type Succeeded = { readonly success: true; readonly data: unknown }

function sceneResult(
  answer: Succeeded,
  text: string | undefined,
  image: Image | undefined,
  form: AnswerForm,
): api.McpToolResult {
  const wire = withIdsOnce({ ...answer, data: roundedNumbers(answer.data) })
  // A program gets the same data in both places.
  const worded = form.structured ? wire : { ...wire, data: withoutBareNames(wire.data) }
  if (!image) return toResult(text ?? JSON.stringify(worded), undefined, wire, form)
  // The words beside the picture say what it shows.
  const rest = form.about ? worded : withoutDrawn(worded)
  return toResult(text ?? JSON.stringify(rest), image, wire, form)
}

/**
 * The data of an answer for a model. Changes are described in terms of the drawing: `hole: Ø6 → Ø10` says more than that an
 * entity `hole` changed. Without such a description the names stay.
 */
function withoutBareNames(data: unknown): unknown {
  if (!isObject(data)) return data
  const { scene, rows } = data as { readonly scene?: unknown; readonly rows?: unknown }
  const worded = (changes: unknown): unknown => {
    if (!isObject(changes) || !('drawing' in changes) || !Array.isArray(changes.drawing)) return changes
    if (changes.drawing.length === 0) return changes
    const { added: _, removed: __, changed: ___, ...words } = changes as { [name: string]: unknown }
    return words
  }
  const inScene = isObject(scene) && 'changes' in scene && { scene: { ...scene, changes: worded(scene.changes) } }
  // The details of one commit, requested by its id, name everything.
  const inRow = (row: unknown): unknown =>
    isObject(row) && 'scene' in row && !('diff' in row) ? { ...row, scene: worded(row.scene) } : row
  return { ...data, ...inScene, ...(Array.isArray(rows) && { rows: rows.map(inRow) }) }
}

interface Image {
  readonly data: string
  readonly mimeType: string
}

/**
 * A failure: the answer object, followed by the lines that people read, as lines. The object has the sentence, and the place
 * in fields; the message is not repeated in `errorInfo`. A picture shows where a rule is broken. There is no structure beside an
 * error: older clients hold it to the schema of a success.
 */
function failedResult({ error, errorInfo, ...answer }: Failed['answer'], image?: Image): api.McpToolResult {
  const { message: _, frame, stack, hint, ...info } = errorInfo
  const [sentence = '', ...rest] = error.split('\n')
  const isLong = hint?.includes('\n') === true
  const shownAnswer = {
    ...answer,
    error: sentence,
    errorInfo: { ...info, ...(hint !== undefined && !isLong && { hint }) },
  }
  const frames = stack?.split('\n') ?? []
  const lines = [
    rest.join('\n').trim(),
    frame,
    // A single frame is the place itself, which the object has already.
    frames.length > 1 ? stack : undefined,
    isLong ? hint : undefined,
  ].filter((text) => text !== undefined && text !== '')
  return {
    content: [
      { type: 'text', text: JSON.stringify(shownAnswer) },
      ...(lines.length > 0 ? [{ type: 'text' as const, text: cut(lines.join('\n')) }] : []),
      ...(image ? [{ type: 'image' as const, data: image.data, mimeType: image.mimeType }] : []),
    ],
    isError: true,
  }
}

/** The answer as its client sees it: text, the picture and where else it is, and the structure where it is asked for. */
function toResult(
  text: string,
  image: Image | undefined,
  structure: object,
  { structured: isStructured = false, file, about = structure }: AnswerForm,
): api.McpToolResult {
  if (!image) {
    const content = [{ type: 'text' as const, text }]
    return isStructured
      ? { content, structuredContent: structured(structure), isError: false }
      : { content, isError: false }
  }
  const words = describePicture(about, file?.path)
  const { data, mimeType } = image
  const link = file && {
    type: 'resource_link' as const,
    uri: file.uri,
    name: file.name,
    mimeType,
    size: Math.floor((data.length * 3) / 4),
  }
  return {
    content: [
      { type: 'text', text },
      ...(words === undefined ? [] : [{ type: 'text' as const, text: words }]),
      { type: 'image', data, mimeType },
      ...(link ? [link] : []),
    ],
    isError: false,
  }
}

/** The answer without the id of its commit where its scene has the same one. */
function withIdsOnce<Answer extends { readonly data: unknown }>(answer: Answer): Answer {
  const { data } = answer
  if (!isObject(data) || !('transactionId' in data) || !('scene' in data) || !isObject(data.scene)) return answer
  const { transactionId, ...rest } = data
  const isSame = 'transactionId' in data.scene && data.scene.transactionId === transactionId
  return isSame ? { ...answer, data: rest } : answer
}

/**
 * The structure of an answer, at a size that a model can read: texts are cut as in the content, and long lists to
 * their first rows, with a warning.
 */
function structured(answer: object): { [name: string]: unknown } {
  const fields = Object.entries(answer).filter(([name]) => !SHOWN_TEXTS.has(name))
  const whole = Object.fromEntries(fields.map(([name, value]) => [name, withShortTexts(value)]))
  const length = JSON.stringify(whole).length
  if (length <= MAX_LISTS_LEN) return whole
  const cutLists: string[] = []
  const share = MAX_LISTS_LEN / length
  const shortened = (value: unknown, name: string, depth: number): unknown => {
    if (Array.isArray(value)) {
      const rows = Math.max(MIN_ROWS, Math.floor(value.length * share))
      if (value.length <= rows) return value
      cutLists.push(`${name} has the first ${rows} of ${value.length}`)
      return value.slice(0, rows)
    }
    if (!isObject(value) || depth === 0) return value
    return mapped(value, (inner, key) => shortened(inner, key, depth - 1))
  }
  const shorter = shortened(whole, '', 2) as { [name: string]: unknown }
  if (cutLists.length === 0) return shorter
  const warnings = Array.isArray(shorter['warnings']) ? shorter['warnings'] : []
  return {
    ...shorter,
    warnings: [...warnings, `The answer is too long to be sent: ${cutLists.join('; ')}. Ask for less.`],
  }
}

/** A copy whose long texts are cut at the end of a line. */
function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.map(withShortTexts)
  return isObject(value) ? mapped(value, withShortTexts) : value
}

function mapped(object: object, change: (value: unknown, key: string) => unknown): { [name: string]: unknown } {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
