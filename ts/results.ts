import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'
import type { Envelope, WireAnswer } from './wire.js'

/** The envelope of a change, as the union that the change methods answer. */
export function changeResult<Result extends { readonly status: string }>(envelope: Envelope): Result {
  const { status, answer, timings } = envelope
  const result = {
    status,
    ...fieldsOf(answer.data),
    ...notesOf(answer),
    ...(timings && { timings }),
    ...failureOf(envelope),
  }
  return result as unknown as Result
}

/** The envelope of a question, as the union that the other methods answer. */
export function answerResult<Result extends { readonly status: string }>(envelope: Envelope): Result {
  const { answer, text } = envelope
  const result = {
    // A failed question is a refusal, whatever it failed of.
    status: answer.success ? 'ok' : 'refused',
    ...fieldsOf(answer.data),
    ...(text !== undefined && { text }),
    ...notesOf(answer),
    ...failureOf(envelope),
  }
  return result as unknown as Result
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
  const result = answerResult<api.ExportResult>(envelope)
  if (result.status === 'refused' || result.path !== undefined) return result
  if (envelope.picture) return { ...result, content: envelope.picture.toString('base64'), encoding: 'base64' }
  return { ...result, encoding: result.encoding ?? 'utf8' }
}

/** The envelope as an agent sees it. */
export function toolAnswer({ answer, picture }: Envelope): api.ToolAnswer {
  return picture ? { ...answer, image: imageOf(picture) } : answer
}

/** A picture as the protocol carries it. */
export function imageOf(png: Buffer): { data: string; mimeType: 'image/png' } {
  return { data: png.toString('base64'), mimeType: 'image/png' }
}

function fieldsOf(data: unknown): object {
  return typeof data === 'object' && data !== null ? data : {}
}

function notesOf({ warnings = [], logs = [] }: WireAnswer): api.ResultNotes {
  return { warnings, logs }
}

function failureOf({ answer }: Envelope): { error: api.ErrorDetails; errorInfo: api.ErrorDetails } | undefined {
  if (answer.success) return undefined
  // The sentence of the answer begins with the place, which has fields of its own here.
  const error = answer.errorInfo ?? { kind: 'internal', message: answer.error ?? 'The call failed.' }
  return { error, errorInfo: error }
}
