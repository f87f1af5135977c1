import type * as api from '../index.js'
import type { NativeWorkspace } from './binding.js'
import { wordsOf } from './check.js'
import { ScenewrightError } from './errors.js'
import { visible } from './text.js'
import { renaming, toSnakeCase } from './wire.js'
import type * as wire from './wire-types.js'

/** The envelope of an answer to a call of a file tool, for example `FileTools['Read']`. */
export type FileEnvelope<Call extends AnyFileCall = AnyFileCall> =
  | AnsweredFile<Call['status'], Call['data']>
  | wire.RefusedFileEnvelope

type AnyFileCall = wire.Outcome<wire.SucceededFileEnvelope['status'], object>

/** The envelope of a file tool that succeeded. */
interface AnsweredFile<Status, Data> extends Omit<wire.SucceededFileEnvelope, 'status'> {
  readonly status: Status
  /** Exactly the object that an agent sees, but for a picture. */
  readonly answer: wire.FileSuccess & Data
}

/** The names of arguments that differ from their wire names by more than the spelling. */
const WIRE_NAMES: ReadonlyMap<string, string> = new Map([
  ['after', '-A'],
  ['before', '-B'],
  ['context', '-C'],
  ['lineNumbers', '-n'],
  ['ignoreCase', '-i'],
])

/** Arguments of a file tool under their wire names. */
export const toWireArguments = renaming((name) => WIRE_NAMES.get(name) ?? toSnakeCase(name))

/** The object under its fixed wire names. */
export function wireAnswer(envelope: FileEnvelope): api.FileToolAnswer {
  if (isRefused(envelope)) return { ...envelope.answer }
  return { ...envelope.answer, ...pictureOf(envelope) }
}

/** The envelope of a tool that changes a file, as the union that the typed method answers. */
export function patchResult<Status, Data extends wire.Patch>(
  envelope: AnsweredFile<Status, Data> | wire.RefusedFileEnvelope,
) {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { status, answer } = envelope
  const { result: _, dry_run: __, file_path: filePath, warnings = [], ...data } = answer
  return { status, filePath, ...data, warnings }
}

/** The envelope of a tool that searches. */
export function searchResult<Data extends wire.SearchNotes>(
  envelope: AnsweredFile<'ok', Data> | wire.RefusedFileEnvelope,
) {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { status, answer } = envelope
  const { result: _, warnings = [], ...data } = answer
  return { status, ...data, warnings }
}

/** The envelope of `Read`, a picture included. */
export function readResult(envelope: FileEnvelope<wire.FileTools['Read']>): api.FileReadResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { result: _, file_path: filePath, warnings = [], ...data } = envelope.answer
  const result = { status: envelope.status, filePath, warnings }
  if (data.type !== 'image') return { ...result, ...data }
  const picture = pictureOf(envelope)
  if (!picture) throw new ScenewrightError('internal', 'Internal fault: Read answered an image without its bytes')
  return { ...result, ...data, ...picture }
}

/** The fields of a picture beside an answer. */
function pictureOf({ image }: Pick<wire.SucceededFileEnvelope, 'image'>) {
  return image && { base64: image.data, mediaType: image.mimeType }
}

function isRefused(
  envelope: AnsweredFile<unknown, unknown> | wire.RefusedFileEnvelope,
): envelope is wire.RefusedFileEnvelope {
  return envelope.status === 'refused'
}

function refusedResult({ status, answer }: wire.RefusedFileEnvelope): api.Shown & api.Refused<api.FileError> {
  const { assistant, display, kind, message, result: _, behavior: __, ...details } = answer
  return { status, error: { kind, message, ...details }, warnings: [], assistant, display }
}

/** The envelope of a call that the facade itself refused. */
export function toolRefusal(kind: api.ErrorKind, message: string): wire.RefusedFileEnvelope {
  return {
    status: 'refused',
    answer: {
      result: false,
      behavior: 'ask',
      message,
      kind,
      assistant: `${message}\n\n(kind: ${kind})`,
      display: visible(message),
    },
  }
}

/** The telemetry of a call. */
export function callRecord(tool: string, envelope: FileEnvelope, durationMs: number): api.CallRecord {
  const counts = isRefused(envelope) ? { bytes: 0, added: 0, removed: 0 } : envelope.counts
  return {
    tool: tool as api.FileToolName,
    outcome: envelope.status,
    ...(isRefused(envelope) && { kind: envelope.answer.kind }),
    durationMs,
    ...counts,
  }
}

export type Hooks = Pick<api.WorkspaceOptions, 'confirm' | 'correct' | 'permission'>

/** Asks the host's function, and takes its answer back. */
export async function answerQuestion(native: NativeWorkspace, hooks: Hooks, asked: wire.Question): Promise<void> {
  let answer: { value: unknown } | { threw: string }
  try {
    answer = { value: (await ask(hooks, asked)) ?? null }
  } catch (thrown) {
    answer = { threw: wordsOf(thrown) }
  }
  native.answerQuestion(asked.question, encode(answer))
}

function ask(hooks: Hooks, asked: wire.Question): unknown {
  switch (asked.hook) {
    case 'confirm':
      return hooks.confirm?.(asked.request)
    case 'correct':
      return hooks.correct?.(asked.request)
    case 'permission':
      return hooks.permission?.(asked.request)
  }
}

/** What is not JSON is told in words, which the native half then refuses. */
function encode(answer: { value: unknown } | { threw: string }): string {
  try {
    return JSON.stringify(answer)
  } catch (thrown) {
    return JSON.stringify({ threw: `its answer is not JSON: ${wordsOf(thrown)}` })
  }
}
