import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'
import { changedSceneOf, historyPage, sceneOf, takeWords, toFileChange } from './shapes.js'
import { isAnswered, type Answered, type Envelope, type Failed, type Succeeded } from './wire.js'
import type * as wire from './wire-types.js'

/** The envelope of a change that was committed. */
type CommittedChange<Data> = Answered<'committed', Data> & { readonly timings: wire.Timings }

/** The envelope of a change, as the union that the change methods answer. */
export function changeResult<Data extends wire.SceneChange>(
  envelope: CommittedChange<Data> | Failed,
): api.ChangeResult<Omit<Data, keyof wire.SceneChange>> {
  if (!isAnswered(envelope)) return failedChange(envelope)
  const { status, answer, timings, omitted } = envelope
  takeWords(answer.data, omitted)
  const { scene, transactionId: _, ...data } = answer.data
  return {
    status,
    ...data,
    transactionId: transactionOf(answer.data),
    ...(scene && { scene: changedSceneOf(scene, omitted, '/scene') }),
    ...notesOf(answer),
    timings,
  }
}

function transactionOf({ scene, transactionId }: wire.SceneChange): string {
  return scene ? scene.transactionId : transactionId
}

/** The envelope of a change of several files. */
export function filesResult<Data extends wire.ApplyData>(
  envelope: CommittedChange<Data> | Failed,
): api.ChangeResult<Omit<Data, keyof wire.ApplyData> & { readonly files: readonly api.FileChange[] }> {
  const result = changeResult(envelope)
  return result.status === 'committed' ? { ...result, files: result.files.map(toFileChange) } : result
}

/** The envelope of `run`, which always has a scene. */
export function runResult(envelope: Envelope<wire.SceneTools['run']>): api.RunResult {
  const result = changeResult(envelope)
  if (result.status !== 'committed') return result
  if (!result.scene) throw new ScenewrightError('internal', 'Internal fault: run answered without a scene')
  return { ...result, scene: result.scene }
}

/** The envelope of `check`: a change's, which ends well without a commit, and with a picture where there is one. */
export function checkResult(envelope: Envelope<wire.SceneTools['check']>): api.CheckResult {
  if (!isAnswered(envelope)) return failedChange(envelope)
  const { status, answer, omitted, picture } = envelope
  takeWords(answer.data, omitted)
  const { files, scene, ...data } = answer.data
  return {
    status,
    ...data,
    files: files.map(toFileChange),
    ...(scene && { scene: changedSceneOf(scene, omitted, '/scene') }),
    ...notesOf(answer),
    ...(picture && { png: picture }),
  }
}

/** The envelope of a question, as the union that the other methods answer. */
export function answerResult<Data extends object>(envelope: Answered<'ok', Data> | Failed): api.Answer<Data> {
  return shapedResult(envelope, ({ answer }) => answer.data)
}

/** The envelope of a question whose answer is a text as well. */
export function textResult<Data extends object>(
  envelope: (Answered<'ok', Data> & { readonly text: string }) | Failed,
): api.Answer<Data & { readonly text: string }> {
  return shapedResult(envelope, ({ answer, text }) => ({ ...answer.data, text }))
}

/** The envelope with the summary of the committed scene. */
export function sceneResult(envelope: Envelope<wire.ProjectCalls['summary']>): api.SceneResult {
  return shapedResult(envelope, ({ answer, omitted }) => sceneOf(answer.data, omitted, ''))
}

/** The envelope of `history`. */
export function historyResult(envelope: Envelope<wire.SceneTools['history']>): api.HistoryResult {
  return shapedResult(envelope, ({ answer, omitted }) => historyPage(answer.data, omitted))
}

/** The envelope of `inspect`, with the view that was asked for. */
export function inspectResult(envelope: Envelope<wire.SceneTools['inspect']>, view: () => unknown): api.InspectResult {
  return shapedResult(envelope, ({ answer, omitted }) => {
    const data =
      'layers' in answer.data ? sceneOf(answer.data, omitted, '') : { ...answer.data, ...(omitted && { omitted }) }
    // The answer is that to the view; each is compared with its type in the type tests.
    return { view: view(), ...data } as api.Inspected
  })
}

/** The envelope of `render`, with the picture as bytes. */
export function renderResult(envelope: Envelope<wire.SceneTools['render']>): api.RenderResult {
  return shapedResult(envelope, ({ answer, picture }) => {
    if (!picture) throw new ScenewrightError('internal', 'Internal fault: render answered without a picture')
    return { ...answer.data, png: picture }
  })
}

/** The envelope of `export`. */
export function exportResult(envelope: Envelope<wire.SceneTools['export']>): api.ExportResult {
  return shapedResult(envelope, (answered) => {
    const { path = '', content: _, encoding: __, ...data } = answered.answer.data
    return { ...data, path }
  })
}

/** The envelope of an export of any size, which the host has in memory. */
export function wholeExportResult(envelope: Envelope<wire.ProjectCalls['exportWhole']>): api.ExportResult {
  return shapedResult(envelope, (answered) => {
    const { format } = answered.answer.data
    const encoding = format === 'png' || format === 'pdf' ? 'base64' : 'utf8'
    return withTextOnDemand(answered.answer.data, wholeFile(answered), encoding)
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
    return { ...answered.answer.data, path }
  })
}

/** The bytes of an export of any size. */
export function wholeFile({ picture }: Succeeded<wire.ProjectCalls['exportWhole' | 'readExport']>): api.Bytes {
  if (picture) return picture
  throw new ScenewrightError('internal', 'Internal fault: a file was answered without its bytes')
}

/** The plain texts of answers that models read in place of the object. */
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

/** The error of a call that failed. */
export function errorOf({ answer }: Failed): api.ErrorDetails {
  // The sentence of the answer begins with the place, which has fields of its own here.
  return answer.errorInfo
}

/** The result of an export in memory. A large file is a text only for those who ask for it. */
function withTextOnDemand<Result extends object>(
  result: Result,
  data: api.Bytes,
  encoding: 'utf8' | 'base64',
): Result & api.InlineExport {
  let text: string | undefined
  const content = (): string => (text ??= data.toString(encoding))
  const exported = { ...result, data, content: '', encoding }
  return Object.defineProperty(exported, 'content', { get: content, enumerable: true })
}

/** The envelope of a question. `shape` makes the data of the result, from lists that end with names and not with words. */
export function shapedResult<Data extends object, Shaped extends object, Parts>(
  envelope: (Answered<'ok', Data> & Parts) | Failed,
  shape: (answered: Answered<'ok', Data> & Parts) => Shaped,
): api.Answer<Shaped> {
  // A failed question is a refusal, whatever it failed of.
  if (!isAnswered(envelope)) return { status: 'refused', ...envelope.answer.data, ...failureOf(envelope) }
  takeWords(envelope.answer.data, envelope.omitted)
  // What is computed on demand stays so.
  return Object.assign(shape(envelope), { status: 'ok' as const }, notesOf(envelope.answer))
}

function failedChange(envelope: Failed): api.ResultNotes & (api.Reverted | api.Refused) {
  const { status, answer } = envelope
  return { status, ...answer.data, ...failureOf(envelope) }
}

function failureOf(envelope: Failed): api.ResultNotes & { readonly error: api.ErrorDetails } {
  return { ...notesOf(envelope.answer), error: errorOf(envelope) }
}

function notesOf({ warnings = [], logs = [], stale }: wire.Notes): api.ResultNotes {
  return { warnings, logs, ...(stale && { stale }) }
}
