import type * as api from '../index.js'
import type { NativeWorkspace } from './binding.js'
import { wordsOf } from './check.js'
import { visible } from './text.js'
import { renaming, toSnakeCase } from './wire.js'

/** What the native half answers to a call of a file tool. */
export interface ToolEnvelope {
  readonly status: api.CallRecord['outcome']
  /** Exactly the object that an agent sees, but for a picture. */
  readonly answer: api.FileToolAnswer
  readonly image?: { readonly data: string; readonly mimeType: string }
  /** The file that the call was about, absolute, and what was done with it. */
  readonly path?: string
  readonly operation?: api.CallRecord['operation']
  readonly counts?: { readonly bytes: number; readonly added: number; readonly removed: number }
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
export function wireAnswer({ answer, image }: ToolEnvelope): api.FileToolAnswer {
  return image ? { ...answer, base64: image.data, mediaType: image.mimeType } : answer
}

/** The envelope as the union that the typed method answers. */
export function fileResult<Result extends { readonly status: string }>(envelope: ToolEnvelope): Result {
  const { status } = envelope
  const { assistant, display, ...fields } = wireAnswer(envelope)
  if (status === 'refused') {
    const { message = '', kind = 'internal', warnings = [], result: _, behavior: __, ...details } = fields
    return { status, error: { kind, message, ...details }, warnings, assistant, display } as unknown as Result
  }
  const { result: _, dry_run: __, file_path: filePath, warnings = [], ...data } = fields
  const named = filePath === undefined ? {} : { filePath }
  return { status, ...named, ...data, warnings, assistant, display } as unknown as Result
}

/** The next step after a refusal of the facade itself, in the words of `docs/errors.md`. */
const WHAT_TO_DO = {
  invalid_input: 'Correct the argument that the message names.',
  cancelled: 'Do not repeat the call unchanged; ask what is wanted.',
  closed: 'Open it again.',
  conflict: 'Read the file again, then repeat the call on what it holds now.',
  internal: 'Report it with the call that caused it.',
} as const

type FacadeRefusal = keyof typeof WHAT_TO_DO

/** The envelope of a call that the facade itself refused. */
export function toolRefusal(kind: FacadeRefusal, message: string): ToolEnvelope {
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
  envelope: ToolEnvelope,
  durationMs: number,
  given: string | undefined,
): api.CallRecord {
  const { status, answer, counts } = envelope
  const path = envelope.path ?? given
  return {
    tool: tool as api.FileToolName,
    outcome: status,
    ...(answer.kind !== undefined && { kind: answer.kind }),
    ...(path !== undefined && { path }),
    operation: envelope.operation ?? OPERATIONS.get(tool) ?? 'update',
    ...(answer['modifiedByUser'] === true && { modifiedByUser: true }),
    durationMs,
    bytes: counts?.bytes ?? 0,
    added: counts?.added ?? 0,
    removed: counts?.removed ?? 0,
  }
}

export type Hooks = Pick<api.WorkspaceOptions, 'confirm' | 'correct' | 'permission'>

/** A question of the native half to a function of the host. */
export interface Question {
  readonly type: 'ask'
  readonly question: number
  readonly hook: keyof Hooks
  readonly request: never
}

/** Asks the host's function, and takes its answer back. */
export async function answerQuestion(native: NativeWorkspace, hooks: Hooks, asked: Question): Promise<void> {
  let answer: { value: unknown } | { threw: string }
  try {
    const value: unknown = await hooks[asked.hook]?.(asked.request)
    answer = { value: value ?? null }
  } catch (thrown) {
    answer = { threw: wordsOf(thrown) }
  }
  native.answerQuestion(asked.question, encode(answer))
}

/** What is not JSON is told in words, which the native half then refuses. */
function encode(answer: { value: unknown } | { threw: string }): string {
  try {
    return JSON.stringify(answer)
  } catch (thrown) {
    return JSON.stringify({ threw: `its answer is not JSON: ${wordsOf(thrown)}` })
  }
}
