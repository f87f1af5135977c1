import type * as api from '../index.js'
import type { NativeWorkspace } from './binding.js'
import { isObject, describeThrown } from './check.js'
import { ScenewrightError } from './errors.js'
import { visible } from './text.js'
import { changeOf, nameTypedArguments, toFreshness, toolFailure, toTexts, warningsOf } from './vocabulary.js'
import type * as wire from './wire-types.js'

/** The envelope of an answer to a call of a file tool, for example `FileTools['Read']`. */
export type FileEnvelope<Call extends AnyFileCall = AnyFileCall> =
  | AnsweredFile<Call['status'], Call['data']>
  | wire.RefusedFileEnvelope

type AnyFileCall = wire.Outcome<wire.SucceededFileEnvelope['status'], object>

/** The envelope of a file tool that succeeded. */
interface AnsweredFile<Status, Data> extends Omit<wire.SucceededFileEnvelope, 'status'> {
  readonly status: Status
  /** Exactly the object that an agent sees, except for a picture. */
  readonly answer: wire.FileSuccess & Data
}

/** The envelope of any file tool, whose answer has whatever fields the tool gives it. */
export interface ToolEnvelope {
  readonly answer: api.FileToolAnswer
  readonly image?: wire.SucceededFileEnvelope['image']
  readonly path?: string | undefined
}

/** The envelope of a tool of which only the name is known. */
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

/** Texts in every result of a file tool. */
function textsOf({ assistant, display, notes, changedFiles }: wire.FileSuccess): api.FileTexts {
  return {
    modelText: assistant,
    terminalText: display,
    ...(notes && { notes: notes.map(nameTypedArguments) }),
    ...(changedFiles && {
      changedFiles: changedFiles.map(({ path, reminder, ...freshness }) => ({
        path,
        reminder,
        ...toFreshness(freshness),
      })),
    }),
  }
}

/** Fields in the result of every tool that changes a file. */
function patchParts<Data extends wire.Patch>(envelope: AnsweredFile<unknown, Data>) {
  const { answer, operation } = envelope
  const { structuredPatch, snippet, diff, added, removed, truncated, modifiedByUser, userDiff } = answer
  return {
    ...textsOf(answer),
    path: answer.file_path,
    change: changeOf(operation === 'create' ? 'create' : 'update'),
    structuredPatch,
    ...(truncated && { truncated }),
    snippet,
    diff,
    addedLines: added,
    removedLines: removed,
    ...(modifiedByUser && { modifiedByUser }),
    ...(userDiff !== undefined && { userDiff }),
    warnings: warningsOf(envelope),
  }
}

/** The ending of a change: a commit, or none after a dry run. */
function ending({ transactionId, dry_run }: wire.Patch) {
  if (dry_run) return { ok: true, status: 'ok', dryRun: true } as const
  if (transactionId === undefined) throw new ScenewrightError('internal', 'Internal fault: a change without its commit')
  return { ok: true, status: 'committed', commitId: transactionId } as const
}

function editOutcome({ replacements, flexible, corrected, correction }: wire.EditOutcome): api.EditOutcome {
  return {
    replacements,
    ...(flexible && { flexible }),
    ...(corrected && { corrected }),
    ...(correction && { correction: { given: toTexts(correction.given), used: toTexts(correction.used) } }),
  }
}

/** The envelope of `Edit`. */
export function editResult(envelope: FileEnvelope<wire.FileTools['Edit']>): api.FileEditResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  return { ...ending(envelope.answer), ...patchParts(envelope), ...editOutcome(envelope.answer) }
}

/** The envelope of `MultiEdit`. */
export function multiEditResult(envelope: FileEnvelope<wire.FileTools['MultiEdit']>): api.FileMultiEditResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { replacements, edits } = envelope.answer
  const outcomes = edits.map(({ lines, truncated, ...edit }) => ({
    ...editOutcome(edit),
    lines,
    ...(truncated && { truncated }),
  }))
  return { ...ending(envelope.answer), ...patchParts(envelope), replacements, edits: outcomes }
}

/** The envelope of `Write`. */
export function writeResult(envelope: FileEnvelope<wire.FileTools['Write']>): api.FileWriteResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  return { ...committedEnding(envelope.answer), ...patchParts(envelope), text: envelope.answer.content }
}

/** The envelope of `NotebookEdit`. */
export function notebookResult(envelope: FileEnvelope<wire.FileTools['NotebookEdit']>): api.NotebookEditResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { editMode, cellNumber, cellId, cellType, language, oldSource, newSource } = envelope.answer
  return {
    ...committedEnding(envelope.answer),
    ...patchParts(envelope),
    editMode,
    cellNumber,
    ...(cellId !== undefined && { cellId }),
    cellType,
    ...(language !== undefined && { language }),
    ...(oldSource !== undefined && { oldSource }),
    newSource,
  }
}

function committedEnding(answer: wire.Patch) {
  const end = ending(answer)
  if (end.status === 'committed') return end
  throw new ScenewrightError('internal', 'Internal fault: a change without its commit')
}

/** The latest commit when a question was asked. */
function commitOf({ commitId }: Pick<wire.SucceededFileEnvelope, 'commitId'>): string {
  if (commitId !== undefined) return commitId
  throw new ScenewrightError('internal', 'Internal fault: an answer without the latest commit')
}

/** Fields in the result of every search. */
function searchParts<Data extends wire.SearchNotes>(envelope: AnsweredFile<'ok', Data>) {
  const { answer } = envelope
  const { durationMs, truncated, skipped, partial, troubles } = answer
  return {
    ok: true as const,
    status: 'ok' as const,
    commitId: commitOf(envelope),
    ...textsOf(answer),
    durationMs,
    truncated,
    skipped,
    ...(partial && { partial }),
    ...(troubles && { troubles }),
    warnings: warningsOf(envelope),
  }
}

/** The envelope of `Glob`. */
export function globResult(envelope: FileEnvelope<wire.FileTools['Glob']>): api.FileGlobResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { filenames, numFiles, totalFiles } = envelope.answer
  return { ...searchParts(envelope), paths: filenames, count: numFiles, total: totalFiles }
}

/** The envelope of `Grep`. */
export function grepResult(envelope: FileEnvelope<wire.FileTools['Grep']>): api.FileGrepResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { mode, filenames, numFiles, totalFiles, lines, counts, numMatches, nextOffset } = envelope.answer
  return {
    ...searchParts(envelope),
    outputMode: mode,
    paths: filenames,
    count: numFiles,
    total: totalFiles,
    ...(lines && { lines: lines.map(({ file, ...line }) => ({ path: file, ...line })) }),
    ...(counts && { counts }),
    ...(numMatches !== undefined && { matchCount: numMatches }),
    ...(nextOffset !== undefined && { nextOffset }),
  }
}

/** The envelope of `LS`. */
export function treeResult(envelope: FileEnvelope<wire.FileTools['LS']>): api.FileTreeResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { tree, numEntries } = envelope.answer
  return { ...searchParts(envelope), tree, count: numEntries }
}

/** The envelope of `Read`, a picture included. */
export function readResult(envelope: FileEnvelope<wire.FileTools['Read']>): api.FileReadResult {
  if (isRefused(envelope)) return refusedResult(envelope)
  const { answer } = envelope
  const result = {
    ok: true as const,
    status: 'ok' as const,
    commitId: commitOf(envelope),
    ...textsOf(answer),
    path: answer.file_path,
    ...(answer.reminder !== undefined && { reminder: answer.reminder }),
    warnings: warningsOf(envelope),
  }
  const picture = pictureOf(envelope)
  switch (answer.type) {
    case 'text': {
      const { type, content, startLine, numLines, totalLines, truncated, encoding } = answer
      return { ...result, type, text: content, startLine, lineCount: numLines, totalLines, truncated, encoding }
    }
    case 'image': {
      if (!picture) throw new ScenewrightError('internal', 'Internal fault: Read answered an image without its bytes')
      const { type, width, height, originalWidth, originalHeight } = answer
      return { ...result, type, width, height, originalWidth, originalHeight, ...picture }
    }
    case 'notebook': {
      const { type, language, cells } = answer
      return { ...result, type, ...(language !== undefined && { language }), cells: cells.map(toCell) }
    }
    case 'pdf': {
      const { type, totalPages, pages } = answer
      return { ...result, type, totalPages, pages, ...picture }
    }
  }
}

function toCell({ index: cellNumber, id: cellId, ...cell }: wire.Cell): api.NotebookCell {
  return { cellNumber, cellId, ...cell }
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

function refusedResult({ status, answer }: wire.RefusedFileEnvelope): api.FileTexts & api.Refused<api.FileFailure> {
  const { assistant, display } = answer
  return {
    ok: false,
    status,
    error: toolFailure(answer),
    warnings: [],
    modelText: assistant,
    terminalText: display,
  }
}

/** The next step after a refusal of the facade itself, in the words of `docs/errors.md`. */
const WHAT_TO_DO = {
  invalid_input: 'Correct the argument that the message names.',
  cancelled: 'Do not repeat the call unchanged; ask what is wanted.',
  closed: 'Open it again.',
  conflict: 'Read the file again, then repeat the call on its present contents.',
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

/** The tools that change nothing. */
const READERS: ReadonlySet<string> = new Set(['Read', 'Glob', 'Grep', 'LS', 'History'])

/** The telemetry of a call. */
export function callRecord(
  tool: string,
  envelope: FileEnvelope,
  durationMs: number,
  given: string | undefined,
): api.CallRecord {
  const refused = {
    counts: { bytes: 0, added: 0, removed: 0 },
    operation: READERS.has(tool) ? 'read' : 'update',
    path: given,
  }
  const { counts, operation, path = given } = isRefused(envelope) ? refused : envelope
  const { bytes, added, removed } = counts
  const isCommitted = envelope.status !== 'ok' && envelope.status !== 'dry_run'
  return {
    tool: tool as api.FileToolName,
    ok: !isRefused(envelope),
    status: isRefused(envelope) ? 'refused' : isCommitted ? 'committed' : 'ok',
    ...(isRefused(envelope) && { code: envelope.answer.kind }),
    ...(path !== undefined && { path }),
    ...((operation === 'create' || operation === 'update') && { change: changeOf(operation) }),
    ...('modifiedByUser' in envelope.answer && { modifiedByUser: true }),
    durationMs,
    byteLength: bytes,
    addedLines: added,
    removedLines: removed,
  }
}

export type Hooks = Pick<api.WorkspaceOptions, 'confirm' | 'correct' | 'permission'>

/** Asks the host's function, and passes its answer on. */
export async function answerQuestion(native: NativeWorkspace, hooks: Hooks, asked: wire.Question): Promise<void> {
  let answer: { value: unknown } | { threw: string }
  try {
    answer = { value: (await ask(hooks, asked)) ?? null }
  } catch (thrown) {
    answer = { threw: describeThrown(thrown) }
  }
  native.answerQuestion(asked.question, encode(answer))
}

async function ask(hooks: Hooks, asked: wire.Question): Promise<unknown> {
  switch (asked.hook) {
    case 'confirm': {
      const { filePath, originalContent, newContent, added, removed, ...request } = asked.request
      const answer = await hooks.confirm?.({
        ...request,
        path: filePath,
        oldText: originalContent,
        newText: newContent,
        addedLines: added,
        removedLines: removed,
      })
      return isObject(answer) ? { newContent: (answer as { readonly newText?: unknown }).newText } : answer
    }
    case 'correct': {
      const { filePath, oldString, newString, content, edit: editNumber, ...request } = asked.request
      const texts = { oldText: oldString, newText: newString, text: content }
      const answer = await hooks.correct?.({ ...request, path: filePath, ...texts, editNumber })
      if (!isObject(answer)) return answer
      const { oldText, newText: put } = answer as Partial<api.OldAndNewText>
      return { oldString: oldText, newString: put }
    }
    case 'permission':
      return hooks.permission?.(asked.request)
  }
}

/** An answer that is not JSON is sent as its description, which the native half then refuses. */
function encode(answer: { value: unknown } | { threw: string }): string {
  try {
    return JSON.stringify(answer)
  } catch (thrown) {
    return JSON.stringify({ threw: `its answer is not JSON: ${describeThrown(thrown)}` })
  }
}
