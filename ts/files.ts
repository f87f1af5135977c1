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
  ['onlyMatching', '-o'],
])

/** Arguments of a file tool under their wire names. */
export const toWireArguments = renaming((name) => WIRE_NAMES.get(name) ?? toSnakeCase(name))

/** The envelope of any file tool, whose answer has whatever fields the tool gives it. */
export interface ToolEnvelope {
  readonly answer: api.FileToolAnswer
  readonly image?: wire.SucceededFileEnvelope['image']
  readonly path?: string | undefined
}

/** The envelope of a tool that is known by its name alone. */
export function toolEnvelope(envelope: FileEnvelope): ToolEnvelope {
  if (isRefused(envelope)) return { answer: { ...envelope.answer } }
  const { answer, image, path } = envelope
  return { answer: { ...answer }, ...(image && { image }), path }
}

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
  const picture = pictureOf(envelope)
  if (data.type === 'pdf') return { ...result, ...data, ...picture }
  if (data.type !== 'image') return { ...result, ...data }
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

/** The next step after a refusal of the facade itself, in the words of `docs/errors.md`. */
const WHAT_TO_DO = {
  invalid_input: 'Correct the argument that the message names.',
  cancelled: 'Do not repeat the call unchanged; ask what is wanted.',
  closed: 'Open it again.',
  conflict: 'Read the file again, then repeat the call on what it holds now.',
  internal: 'Report it with the call that caused it.',
  not_permitted: 'Ask whoever runs the server, or do without the change.',
} as const

type FacadeRefusal = keyof typeof WHAT_TO_DO

/** The envelope of a call that the facade itself refused. */
export function toolRefusal(kind: FacadeRefusal, message: string): wire.RefusedFileEnvelope {
  const whatToDo = WHAT_TO_DO[kind]
  return {
    status: 'refused',
    answer: {
      result: false,
      behavior: 'ask',
      message,
      kind,
      whatToDo,
      assistant: `${message}\n\nWhat to do: ${whatToDo}\n(kind: ${kind})`,
      display: visible(message),
    },
  }
}

/** The operations of the tools that change nothing. */
const OPERATIONS: ReadonlyMap<string, api.CallRecord['operation']> = new Map([
  ['Read', 'read'],
  ['Glob', 'search'],
  ['Grep', 'search'],
  ['LS', 'search'],
])

/** The telemetry of a call. */
export function callRecord(
  tool: string,
  envelope: FileEnvelope,
  durationMs: number,
  given: string | undefined,
): api.CallRecord {
  const asked = { counts: { bytes: 0, added: 0, removed: 0 }, operation: OPERATIONS.get(tool) ?? 'update', path: given }
  const { counts, operation, path = given } = isRefused(envelope) ? asked : envelope
  return {
    tool: tool as api.FileToolName,
    outcome: envelope.status,
    ...(isRefused(envelope) && { kind: envelope.answer.kind }),
    ...(path !== undefined && { path }),
    operation,
    ...('modifiedByUser' in envelope.answer && { modifiedByUser: true }),
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
