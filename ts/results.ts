import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'
import { historyRow, sceneOf, takeWords, toFileChange, type WireFileChange } from './shapes.js'
import type { Envelope, WireAnswer } from './wire.js'

/** The envelope of a change, as the union that the change methods answer. */
export function changeResult<Result extends { readonly status: string }>(envelope: Envelope): Result {
  const { status, answer, timings } = envelope
  const { scene, files, transactionId, ...fields } = dataOf(envelope)
  const id = transactionId ?? (scene as api.SceneSummary | undefined)?.transactionId
  const result = {
    status,
    ...fields,
    ...(id !== undefined && { transactionId: id }),
    ...(files !== undefined && { files: (files as WireFileChange[]).map(toFileChange) }),
    ...(scene !== undefined && { scene: sceneOf(scene, envelope.omitted, '/scene') }),
    ...notesOf(answer),
    ...(timings && { timings }),
    ...failureOf(envelope),
  }
  return result as unknown as Result
}

/** The envelope of a question, as the union that the other methods answer. `shape` makes the data of the result. */
export function answerResult<Result extends { readonly status: string }>(
  envelope: Envelope,
  shape: (data: Data, omitted: api.Shortened['omitted']) => object = (data) => data,
): Result {
  const { answer, text, omitted } = envelope
  const data = dataOf(envelope)
  const result = {
    // A failed question is a refusal, whatever it failed of.
    status: answer.success ? 'ok' : 'refused',
    ...(answer.success ? shape(data, omitted) : data),
    ...(text !== undefined && { text }),
    ...notesOf(answer),
    ...failureOf(envelope),
  }
  return result as unknown as Result
}

/** The envelope with the summary of the committed scene. */
export function sceneResult(envelope: Envelope): api.SceneResult {
  return answerResult(envelope, (data, omitted) => sceneOf(data, omitted, ''))
}

/** The envelope of `history`. */
export function historyResult(envelope: Envelope): api.HistoryResult {
  return answerResult(envelope, ({ rows = [], ...page }, omitted) => ({
    ...page,
    rows: (rows as object[]).map((row, index) => historyRow(row, omitted, `/rows/${index}`)),
  }))
}

/** The envelope of `inspect`, with the view that was asked for. */
export function inspectResult<Question extends api.InspectArguments>(
  envelope: Envelope,
  view: unknown,
): api.InspectResult<Question> {
  return answerResult(envelope, (data, omitted) => {
    if (view === 'info') return { view, ...sceneOf(data, omitted, '') }
    return { view, ...data, ...(omitted && { omitted }) }
  })
}

/** The envelope of `check`: a change's, which ends well without a commit, and with a picture where there is one. */
export function checkResult(envelope: Envelope): api.CheckResult {
  const result = changeResult<api.CheckResult>(envelope)
  if (result.status !== 'ok' || !envelope.picture) return result
  return { ...result, png: envelope.picture }
}

/** The envelope of `render`, with the picture as bytes. */
export function renderResult(envelope: Envelope): api.RenderResult {
  const result = answerResult<api.RenderResult>(envelope)
  if (result.status === 'refused') return result
  if (!envelope.picture) throw new ScenewrightError('internal', 'Internal fault: render answered without a picture')
  return { ...result, png: envelope.picture }
}

/** The envelope of `export`, with a picture in base64 like any other format that is not text. */
export function exportResult(envelope: Envelope): api.ExportResult {
  const { picture } = envelope
  return answerResult(envelope, ({ path, content, encoding, ...data }) => {
    if (path !== undefined) return { ...data, path }
    if (picture) return { ...data, content: picture.toString('base64'), encoding: 'base64' }
    return { ...data, content, encoding: encoding ?? 'utf8' }
  })
}

/** The envelope as an agent sees it. */
export function toolAnswer({ answer, picture }: Envelope): api.ToolAnswer {
  return picture ? { ...answer, image: imageOf(picture) } : answer
}

/** A picture as the protocol carries it. */
export function imageOf(png: Buffer): { data: string; mimeType: 'image/png' } {
  return { data: png.toString('base64'), mimeType: 'image/png' }
}

/** The data of an answer, whose lists end with names and not with words. */
function dataOf({ answer, omitted }: Envelope): Data {
  const { data } = answer
  if (typeof data !== 'object' || data === null) return {}
  takeWords(data, omitted)
  return data as Data
}

interface Data {
  readonly [field: string]: unknown
}

function notesOf({ warnings = [], logs = [] }: WireAnswer): api.ResultNotes {
  return { warnings, logs }
}

function failureOf({ answer }: Envelope): { error: api.ErrorDetails } | undefined {
  return answer.success ? undefined : { error: errorOf(answer) }
}

/** The error of an answer that failed. */
export function errorOf({ error, errorInfo }: WireAnswer): api.ErrorDetails {
  // The sentence of the answer begins with the place, which has fields of its own here.
  return errorInfo ?? { kind: 'internal', message: error ?? 'The call failed.' }
}
