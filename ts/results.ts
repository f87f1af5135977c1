import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'
import { changedSceneOf, sceneHistory, sceneOf, removeOmissionNotes, toSceneFileChange } from './shapes.js'
import { sceneFailure, toPage, toView, warningsOf } from './vocabulary.js'
import { isAnswered, type Answered, type Envelope, type Failed, type Succeeded } from './wire.js'
import type * as wire from './wire-types.js'

/** The envelope of a change that was committed. */
type CommittedChange<Data> = Answered<'committed', Data> & {
  readonly timings: wire.Timings
  readonly commit: wire.CommitNotes
}

/** Fields in the result of every committed change. */
function committedParts(envelope: CommittedChange<wire.SceneChange>) {
  const { answer, timings, omitted } = envelope
  removeOmissionNotes(answer.data, omitted)
  const { scene } = answer.data
  return {
    ok: true as const,
    status: 'committed' as const,
    commitId: scene ? scene.transactionId : answer.data.transactionId,
    ...(scene && { scene: changedSceneOf(scene, omitted, '/scene') }),
    ...notesOf(envelope),
    timings,
  }
}

/** The envelope of a change of one file. */
export function changeResult(envelope: CommittedChange<wire.EditData> | Failed): api.EditResult {
  if (!isAnswered(envelope)) return failedChange(envelope)
  const { file, replacements = 0 } = envelope.answer.data
  return { ...committedParts(envelope), file, change: changeOfFile(envelope, file), replacements }
}

/** The envelope of `write`. */
export function writeResult(envelope: Envelope<wire.SceneTools['write']>): api.WriteResult {
  if (!isAnswered(envelope)) return failedChange(envelope)
  const { file, created } = envelope.answer.data
  return { ...committedParts(envelope), file, change: created ? 'created' : 'updated' }
}

function changeOfFile({ commit }: CommittedChange<unknown>, file: string): 'created' | 'updated' {
  return commit.files.some((changed) => changed.file === file && changed.change === 'created') ? 'created' : 'updated'
}

/** The envelope of a change of several files. */
export function filesResult(envelope: CommittedChange<wire.ApplyData> | Failed): api.ApplyResult {
  if (!isAnswered(envelope)) return failedChange(envelope)
  return { ...committedParts(envelope), files: envelope.answer.data.files.map(toSceneFileChange) }
}

/** The envelope of `undo`. */
export function undoResult(envelope: Envelope<wire.SceneTools['undo']>): api.UndoResult {
  const result = filesResult(envelope)
  if (!result.ok || !isAnswered(envelope)) return result as api.UndoResult
  return { ...result, undoneCommitId: envelope.answer.data.undone }
}

/** The envelope of `redo`. */
export function redoResult(envelope: Envelope<wire.SceneTools['redo']>): api.RedoResult {
  const result = filesResult(envelope)
  if (!result.ok || !isAnswered(envelope)) return result as api.RedoResult
  return { ...result, redoneCommitId: envelope.answer.data.redone }
}

/** The envelope of `run`, which always has a scene. */
export function runResult(envelope: Envelope<wire.SceneTools['run']>): api.RunResult {
  if (!isAnswered(envelope)) return failedChange(envelope)
  const { commitId, scene, ...parts } = committedParts(envelope)
  if (!scene) throw new ScenewrightError('internal', 'Internal fault: run answered without a scene')
  return { ...parts, sceneId: scene.sceneId, ...(envelope.commit.isRecorded && { commitId }), scene }
}

/** The envelope of `check`: like a change's, but without a commit, and with a picture if there is one. */
export function checkResult(envelope: Envelope<wire.SceneTools['check']>): api.CheckResult {
  if (!isAnswered(envelope)) {
    // The scene that breaks a rule, with the places marked.
    const { picture: marked } = envelope
    return { ...failedChange(envelope), ...(marked && { png: marked }) }
  }
  const { status, answer, omitted, picture } = envelope
  removeOmissionNotes(answer.data, omitted)
  const { files, scene, picture: drawn } = answer.data
  return {
    ok: true,
    status,
    commitId: envelope.commitId,
    files: files.map(toSceneFileChange),
    ...(drawn && { picture: toDrawn(drawn) }),
    ...(scene && { scene: changedSceneOf(scene, omitted, '/scene') }),
    ...notesOf(envelope),
    ...(picture && { png: picture }),
  }
}

/** The envelope of `glob`. */
export function filesListResult(envelope: Envelope<wire.SceneTools['glob']>): api.FilesResult {
  return shapedResult(envelope, ({ answer: { data } }) => {
    const files = data.files.map(({ name, source, sizeBytes, modifiedMs }) => ({
      name,
      source,
      byteLength: sizeBytes,
      ...(modifiedMs !== undefined && { modifiedAt: modifiedMs }),
    }))
    const assets = data.assets?.map(({ path, sizeBytes }) => ({ path, byteLength: sizeBytes }))
    return { files, count: files.length, ...(assets && { assets }) }
  })
}

/** The envelope of `read`. */
export function sourceResult(envelope: Envelope<wire.SceneTools['read']>): api.ReadResult {
  return shapedResult(envelope, ({ answer: { data }, text }) => {
    const { file, code, source, startLine, numLines, totalLines } = data
    return { file, text: code, source, startLine, lineCount: numLines, totalLines, modelText: text }
  })
}

/** The envelope of `grep`. */
export function matchesResult(envelope: Envelope<wire.SceneTools['grep']>): api.GrepResult {
  return shapedResult(envelope, ({ answer: { data }, text }) => {
    const { matches, truncated } = data
    return { matches, count: matches.length, truncated, modelText: text }
  })
}

/** The envelope of `describe`. */
export function referenceResult(envelope: Envelope<wire.SceneTools['describe']>): api.ReferenceResult {
  return shapedResult(envelope, ({ text }) => ({ text }))
}

/** The envelope of the removal of the history. */
export function purgeResult(envelope: Envelope<wire.ProjectCalls['purgeHistory']>): api.PurgeResult {
  return shapedResult(envelope, ({ answer: { data } }) => ({ commits: data.transactions, byteLength: data.bytes }))
}

/** The envelope with the summary of the committed scene. */
export function sceneResult(envelope: Envelope<wire.ProjectCalls['summary']>): api.SummaryResult {
  return shapedResult(envelope, ({ answer, omitted }) => sceneOf(answer.data, omitted, ''))
}

/** The envelope of `history`. */
export function historyResult(envelope: Envelope<wire.SceneTools['history']>): api.HistoryResult {
  return shapedResult(envelope, ({ answer, omitted }) => sceneHistory(answer.data, omitted))
}

/** The envelope of `inspect`, with the requested view. */
export function inspectResult(envelope: Envelope<wire.SceneTools['inspect']>, view: () => unknown): api.InspectResult {
  return shapedResult(envelope, ({ answer, omitted }) => {
    const { data } = answer
    if ('processes' in data) return { view: view(), ...withNextOffset(data) } as api.Inspected
    const shaped = 'layers' in data ? sceneOf(data, omitted, '') : viewOf(data, omitted)
    // The answer belongs to the requested view; the type tests compare each with its type.
    return { view: view(), ...shaped } as api.Inspected
  })
}

/** The envelope of a report, with its text in a format other than JSON. */
export function reportResult(envelope: Envelope<wire.ProjectCalls['report']>): api.ReportResult {
  return shapedResult(envelope, ({ answer, picture }) => ({
    ...(answer.data as api.Report),
    ...(picture && { text: Buffer.from(picture).toString('utf8') }),
  }))
}

/** The envelope of the named sets of values. */
export function setsResult(envelope: Envelope<wire.ProjectCalls['parameterSets']>): api.ParameterSetsResult {
  return shapedResult(envelope, ({ answer }) => ({ sets: answer.data.sets as api.ParameterSets }))
}

/** The envelope of a named set that was saved or removed. */
export function savedSetsResult(envelope: Envelope<wire.ProjectCalls['putParameterSet']>): api.ParameterSetsChange {
  if (!isAnswered(envelope)) return failedChange(envelope)
  const { sets, transactionId } = envelope.answer.data
  const saved = { commitId: transactionId, sets: sets as api.ParameterSets }
  return { ok: true, status: 'committed', ...saved, ...notesOf(envelope) }
}

function withNextOffset({ next, ...data }: wire.ReportView): object {
  return { ...data, ...(next && { nextOffset: next.offset }) }
}

function viewOf(
  data: Exclude<wire.InspectData, wire.InfoView | wire.ReportView>,
  omitted: wire.Omitted | undefined,
): object {
  // Findings have no names to convert, and there may be thousands of them.
  const view = ('findings' in data ? data : toView(data)) as object
  // A page is converted last: its `next` is not part of the view.
  const shaped =
    'rows' in data
      ? { ...view, next: undefined, ...toPage<unknown>(view as typeof data) }
      : 'findings' in data && data.next
        ? { ...view, nextOffset: data.next.offset }
        : view
  const { next: _, ...rest } = shaped as { readonly next?: unknown }
  return { ...rest, ...(omitted && { omitted }) }
}

/** The size of a picture, and the part of the drawing in it. */
function toDrawn({ width, height, scale, units, shown, marked }: wire.Drawn): api.Drawn {
  return {
    width,
    height,
    ...(scale !== undefined && { scale }),
    ...(units !== undefined && { units }),
    ...(shown && { shown: shown as api.Bounds }),
    ...(marked && { marked }),
  }
}

/** The envelope of `render`, with the picture as bytes. */
export function renderResult(envelope: Envelope<wire.SceneTools['render']>): api.RenderResult {
  return shapedResult(envelope, ({ answer, picture }) => {
    if (!picture) throw new ScenewrightError('internal', 'Internal fault: render answered without a picture')
    const { bytes, transactionId } = answer.data
    return { ...toDrawn(answer.data), png: picture, byteLength: bytes, sceneId: transactionId }
  })
}

/** The envelope of `export`. */
export function exportResult(envelope: Envelope<wire.SceneTools['export']>): api.ExportResult {
  return shapedResult(envelope, (answered) => {
    const { path = '' } = answered.answer.data
    return { ...exported(answered.answer.data), path }
  })
}

/** The envelope of an export of any size, which the host has in memory. */
export function wholeExportResult(envelope: Envelope<wire.ProjectCalls['exportWhole']>): api.ExportResult {
  return shapedResult(envelope, (answered) => {
    const { format } = answered.answer.data
    const encoding = format === 'png' || format === 'pdf' ? 'base64' : 'utf8'
    return withTextOnDemand(exported(answered.answer.data), wholeFile(answered), encoding)
  })
}

/** The same, written to a file of the host. */
export function writtenExportResult(
  envelope: Envelope<wire.ProjectCalls['exportWhole']>,
  path: string,
  write: (path: string, bytes: Buffer) => void,
): api.ExportResult {
  return shapedResult(envelope, (answered) => {
    write(path, wholeFile(answered))
    return { ...exported(answered.answer.data), path }
  })
}

function exported({ format, bytes, transactionId }: Pick<wire.WholeExport, 'format' | 'bytes' | 'transactionId'>) {
  return { format, byteLength: bytes, sceneId: transactionId }
}

/** The bytes of an export of any size. */
export function wholeFile({ picture }: Succeeded<wire.ProjectCalls['exportWhole' | 'readExport']>): api.SceneBytes {
  if (picture) return picture
  throw new ScenewrightError('internal', 'Internal fault: a file was answered without its bytes')
}

/** The plain texts that models read in place of the answer object. */
const TEXTS = new WeakMap<object, string>()

/** The envelope as an agent sees it. */
export function toolAnswer({ answer, picture, text }: Envelope): api.ToolAnswer {
  const shown = picture ? { ...answer, image: imageOf(picture) } : answer
  if (text !== undefined) TEXTS.set(shown, text)
  return shown
}

/** The plain text of an answer, where the tool answers so. */
export function textOf(answer: object): string | undefined {
  return TEXTS.get(answer)
}

/** A picture as the protocol carries it. */
export function imageOf(png: Buffer): { data: string; mimeType: 'image/png' } {
  return { data: png.toString('base64'), mimeType: 'image/png' }
}

/** The error of a call that failed, under its wire names. */
export function errorOf({ answer }: Failed): wire.ErrorInfo {
  // The sentence of the answer begins with the place, which has fields of its own here.
  return answer.errorInfo
}

/** The result of an export in memory. A large file is a text only for those who ask for it. */
function withTextOnDemand<Result extends object>(
  result: Result,
  data: api.SceneBytes,
  encoding: 'utf8' | 'base64',
): Result & api.InlineExport {
  let text: string | undefined
  const read = (): string => (text ??= data.toString(encoding))
  return Object.defineProperty({ ...result, data, text: '', encoding }, 'text', { get: read, enumerable: true })
}

/** The envelope of a question. `shape` makes the data of the result, from lists that end with names and not with words. */
export function shapedResult<Data extends object, Shaped extends object, Parts extends OfLatest>(
  envelope: (Answered<'ok', Data> & Parts) | Failed,
  shape: (answered: Answered<'ok', Data> & Parts) => Shaped,
): api.SceneAnswer<Shaped> {
  // A failed question is a refusal, whatever the reason.
  if (!isAnswered(envelope)) return { ok: false, status: 'refused', ...failureOf(envelope) }
  removeOmissionNotes(envelope.answer.data, envelope.omitted)
  // Properties that are computed on demand stay getters.
  const { commitId } = envelope
  return Object.assign(shape(envelope), { ok: true as const, status: 'ok' as const, commitId }, notesOf(envelope))
}

/** The part of an envelope that every question has. */
type OfLatest = Required<Pick<wire.SucceededEnvelope, 'commitId'>>

function failedChange(envelope: Failed): api.ResultNotes & (api.Reverted | api.Refused) {
  const { status, answer } = envelope
  const file = answer.data?.file
  const broken = answer.data?.broken
  return {
    ok: false,
    status,
    ...(file !== undefined && { file }),
    ...(broken && { brokenRules: broken }),
    ...failureOf(envelope),
  }
}

function failureOf(envelope: Failed): api.ResultNotes & { readonly error: api.SceneFailure } {
  return { ...notesOf(envelope), error: sceneFailure(errorOf(envelope)) }
}

function notesOf(envelope: {
  readonly answer: wire.Notes
  readonly warningCodes?: readonly string[]
}): api.ResultNotes {
  const { logs = [], stale } = envelope.answer
  return { warnings: warningsOf(envelope), logs, ...(stale && { broken: sceneFailure(stale) }) }
}
