import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'

import type * as api from '../index.js'
import { brand } from './brand.js'
import { PROJECT_CALL_ARGUMENTS, SCENE_ARGUMENTS, takeArguments, type Given } from './call-arguments.js'
import { isObject, misuse, nameOfType, readOptions, reading, requireSignal, formatValue } from './check.js'
import { fromNative, ScenewrightError, unwrap } from './errors.js'
import { callListener, Listeners } from './events.js'
import { withEnvironment } from './limits.js'
import { native, readBinaries } from './native.js'
import { inFolder, mergeIntoProject } from './project-forks.js'
import {
  changeResult,
  checkResult,
  exportResult,
  filesListResult,
  filesResult,
  historyResult,
  inspectResult,
  matchesResult,
  purgeResult,
  redoResult,
  referenceResult,
  renderResult,
  reportResult,
  runResult,
  savedSetsResult,
  sceneResult,
  setsResult,
  sourceResult,
  toolAnswer,
  undoResult,
  wholeExportResult,
  writeResult,
  writtenExportResult,
} from './results.js'
import { exportPlace, replaceFile } from './export-file.js'
import { folderPath } from './folders.js'
import { Session, type CallListener } from './session.js'
import { eventOf } from './shapes.js'
import { sweepOf } from './sweep/sweep.js'
import { reportQuestion } from './sweep/question.js'
import { requireAuthor, undoStackOf } from './undo-stack.js'
import { nameTypedOptions } from './vocabulary.js'
import { encodeArguments, MAX_VALUES, parseSession, type Envelope, type Failed } from './wire.js'
import type { SceneTools } from './wire-types.js'
import { writtenPath } from './written-path.js'

/** One project as servers of it see it: its session, and the listeners of its events. */
export interface SceneDoor {
  readonly dir: string
  readonly session: Session
  readonly listeners: Listeners<api.ProjectEvents>
}

/** The typed face of one session. Its members are documented in `types/project.d.ts`. */
export class Project implements api.Project {
  readonly root: string
  readonly #session: Session
  readonly #listeners: Listeners<api.ProjectEvents>
  readonly #options: api.ProjectOptions
  /** The changes that calls of this object made, the latest last. */
  readonly #own: string[] = []

  private constructor(options: api.ProjectOptions & { root: string }, opened: OpenSession) {
    // Only this file can make the argument: a call from outside lacks it.
    if (!((opened as Partial<OpenSession> | undefined)?.session instanceof Session)) {
      throw misuse('A project is opened with Project.open({ root }).')
    }
    const { session, listeners } = opened
    this.root = options.root
    this.#session = session
    this.#listeners = listeners
    this.#options = options
    listeners.observe((event) => this.#note(event))
  }

  static async open(options: api.ProjectOptions = {}): Promise<Project> {
    const given: api.ProjectOptions = readOptions('Project.open', "{ root: 'scene' }", options, PROJECT_OPTIONS)
    const own = { ...given, root: projectFolder(given.root) }
    return made(own, openSession(own))
  }

  session(options: api.ProjectSessionOptions = {}): Project {
    this.#session.assertOpen()
    const example = "{ readFirst: 'require' }"
    const given: api.ProjectSessionOptions = readOptions('session', example, options, ['readFirst', 'session'])
    const { session: _, ...shared } = this.#options
    const own = { ...shared, ...given, root: this.root }
    return made(own, openSession(own))
  }

  /** Not part of the public face. */
  get door(): SceneDoor {
    return { dir: this.root, session: this.#session, listeners: this.#listeners }
  }

  async files(...given: [args?: api.FilesArguments & api.ProjectCallOptions]): Promise<api.FilesResult> {
    return filesListResult(await this.#call('files', 'glob', given))
  }

  async read(...given: [args: api.ReadArguments & api.ProjectCallOptions]): Promise<api.ReadResult> {
    return sourceResult(await this.#call('read', 'read', given))
  }

  async edit(...given: [args: api.EditArguments & api.ChangeOptions]): Promise<api.EditResult> {
    return changeResult(await this.#call('edit', 'edit', given))
  }

  async multiEdit(...given: [args: api.MultiEditArguments & api.ChangeOptions]): Promise<api.MultiEditResult> {
    return changeResult(await this.#call('multiEdit', 'multi_edit', given))
  }

  async write(...given: [args: api.WriteArguments & api.ChangeOptions]): Promise<api.WriteResult> {
    return writeResult(await this.#call('write', 'write', given))
  }

  async apply(...given: [args: api.ApplyArguments & api.ChangeOptions]): Promise<api.ApplyResult> {
    return filesResult(await this.#call('apply', 'apply', given))
  }

  async check(...given: [args: api.CheckArguments & api.ProjectCallOptions]): Promise<api.CheckResult> {
    return checkResult(await this.#call('check', 'check', given))
  }

  async history(...given: [args?: api.HistoryArguments & api.ProjectCallOptions]): Promise<api.HistoryResult> {
    return historyResult(await this.#call('history', 'history', given))
  }

  async purgeHistory(...given: [options?: api.CallOptions]): Promise<api.PurgeResult> {
    const { signal } = takeArguments('purgeHistory', {}, given, ['signal'])
    return purgeResult(await this.#session.purgeHistory(signal))
  }

  async undo(...given: [args?: api.ProjectUndoArguments & api.ChangeOptions]): Promise<api.UndoResult> {
    const [args, ...more] = given
    if (!isObject(args) || args.author === undefined) return undoResult(await this.#call('undo', 'undo', given))
    const { author, ...rest } = args
    requireAuthor('undo', author)
    if (author === 'anyone') return undoResult(await this.#call('undo', 'undo', [rest, ...more]))
    if (rest.commitId !== undefined) throw misuse("undo: give commitId or author: 'self', not both.")
    const { signal } = rest
    const { undo } = await this.undoStack({ author, limit: 1, ...(signal && { signal }) })
    const commitId = undo[0]?.commitId
    if (commitId === undefined) {
      const message = 'There is nothing to undo: this object has made no change that is still in effect.'
      const error = { code: 'not_found', group: 'refusal' as const, message }
      return { ok: false, status: 'refused', error, warnings: [], logs: [] }
    }
    return undoResult(await this.#call('undo', 'undo', [{ ...rest, commitId }, ...more]))
  }

  async redo(...given: [args?: api.UndoArguments & api.ChangeOptions]): Promise<api.RedoResult> {
    return redoResult(await this.#call('redo', 'redo', given))
  }

  async undoStack(options?: api.UndoStackOptions): Promise<api.UndoStack> {
    const known = ['author', 'limit', 'signal'] as const
    const given: api.UndoStackOptions = readOptions('undoStack', '{ limit: 20 }', options, known)
    const { author = 'anyone', limit = DEFAULT_STACK_ROWS } = given
    requireAuthor('undoStack', author)
    if (!Number.isSafeInteger(limit) || limit < 1) {
      throw misuse(`undoStack: limit must be a whole number from 1, got ${formatValue(limit)}.`)
    }
    const signal = requireSignal('undoStack', given.signal)
    const own = author === 'self' ? new Set(this.#own) : undefined
    const rows = async (offset: number): Promise<api.ResultPage<api.SceneHistoryEntry>> =>
      unwrap(await this.history({ offset, limit: HISTORY_ROWS, ...(signal && { signal }) }))
    return undoStackOf(rows, own, limit)
  }

  async run(...given: [args?: api.RunArguments & api.ChangeOptions]): Promise<api.RunResult> {
    return runResult(await this.#call('run', 'run', given))
  }

  async grep(...given: [args: api.GrepArguments & api.ProjectCallOptions]): Promise<api.GrepResult> {
    return matchesResult(await this.#call('grep', 'grep', given))
  }

  async reference(...given: [args?: api.ReferenceArguments & api.ProjectCallOptions]): Promise<api.ReferenceResult> {
    return referenceResult(await this.#call('reference', 'describe', given))
  }

  async inspect<const Question extends api.InspectArguments>(
    args: Question & api.ProjectCallOptions,
  ): Promise<api.InspectResult<Question>>
  async inspect(...given: [args: api.InspectArguments & api.ProjectCallOptions]): Promise<api.InspectResult> {
    const [args] = given
    return inspectResult(await this.#call('inspect', 'inspect', given), () => args.view)
  }

  async lint(...given: [args?: api.LintArguments & api.ProjectCallOptions]): Promise<api.LintResult> {
    const [args = {}] = given
    const findings: api.LintFinding[] = []
    for (;;) {
      const page = await this.inspect({ ...args, view: 'lint', offset: findings.length, limit: 1_000 })
      if (!page.ok) return page
      findings.push(...page.findings)
      // Between two pages another scene may have been committed, with fewer findings.
      if (page.nextOffset === undefined || page.findings.length === 0) {
        const { view: _, total: __, errors: ___, nextOffset: ____, ...rest } = page
        return { ...rest, findings }
      }
    }
  }

  async report(...given: [args?: api.ReportArguments & api.ProjectCallOptions]): Promise<api.ReportResult> {
    const { args, signal } = takeArguments('report', PROJECT_CALL_ARGUMENTS.report, given, CALL_OPTIONS)
    return reportResult(await this.#session.report(reportQuestion('report', args, basename(this.root)), signal))
  }

  async parameterSets(...given: [options?: api.CallOptions]): Promise<api.ParameterSetsResult> {
    const { signal } = takeArguments('parameterSets', {}, given, ['signal'])
    return setsResult(await this.#session.parameterSets(signal))
  }

  async saveParameterSet(
    ...given: [args: api.SaveParameterSetArguments & api.CallOptions & api.BaseOption]
  ): Promise<api.ParameterSetsChange> {
    const known = PROJECT_CALL_ARGUMENTS.saveParameterSet
    const { args, signal, base } = takeArguments('saveParameterSet', known, given, ['signal', 'base'])
    const { name, values } = args as { readonly name?: unknown; readonly values?: unknown }
    if (!isObject(values)) throw misuse(`saveParameterSet: values must be an object, got ${formatValue(values)}.`)
    return savedSetsResult(await this.#session.putParameterSet({ name, values }, { base }, signal))
  }

  async removeParameterSet(
    ...given: [args: api.RemoveParameterSetArguments & api.CallOptions & api.BaseOption]
  ): Promise<api.ParameterSetsChange> {
    const known = PROJECT_CALL_ARGUMENTS.removeParameterSet
    const { args, signal, base } = takeArguments('removeParameterSet', known, given, ['signal', 'base'])
    const { name } = args as { readonly name?: unknown }
    return savedSetsResult(await this.#session.putParameterSet({ name, values: null }, { base }, signal))
  }

  sweep(args: api.SweepArguments): AsyncIterable<api.SweepVariant> {
    this.#session.assertOpen()
    return sweepOf(this.#session, args)
  }

  async render(...given: [args?: api.RenderArguments & api.ProjectCallOptions]): Promise<api.RenderResult> {
    return renderResult(await this.#call('render', 'render', given))
  }

  async export(...given: [args: api.ExportArguments & api.ProjectCallOptions]): Promise<api.ExportResult> {
    const { args, signal, onEvent } = takeCall('export', 'export', given)
    const { to, wire } = exportPlace(args as { readonly to?: unknown; readonly path?: unknown })
    // In the project's folder the tool writes the file.
    if (wire.path !== undefined) return exportResult(await this.#session.call('export', wire, signal, onEvent))
    const envelope = await this.#session.exportWhole(wire, signal, onEvent)
    return to === undefined ? wholeExportResult(envelope) : writtenExportResult(envelope, to, replaceFile)
  }

  async summary(...given: [options?: api.CallOptions]): Promise<api.SummaryResult> {
    const { signal } = takeArguments('summary', {}, given, ['signal'])
    return sceneResult(await this.#session.summary(signal))
  }

  async callTool(name: string, args: unknown = {}, options?: api.ProjectCallOptions): Promise<api.ToolAnswer> {
    const { signal, onEvent, base } = takeArguments('callTool', {}, [options], CHANGE_OPTIONS)
    return toolAnswer(await this.#session.call(name, args, signal, listenerOf('callTool', onEvent), { base }))
  }

  on<Name extends keyof api.ProjectEvents>(
    name: Name,
    listener: (event: api.ProjectEvents[Name]) => void,
    options?: api.ListenOptions,
  ): this {
    this.#session.assertOpen()
    this.#listeners.addWith(name, listener, options)
    return this
  }

  once<Name extends keyof api.ProjectEvents>(
    name: Name,
    listener: (event: api.ProjectEvents[Name]) => void,
    options?: Omit<api.ListenOptions, 'once'>,
  ): this {
    return this.on(name, listener, { ...options, once: true })
  }

  events<Name extends keyof api.ProjectEvents>(
    options?: api.EventsOptions<Name>,
  ): AsyncGenerator<api.ProjectEvents[Name], void> {
    this.#session.assertOpen()
    const { names, signal } = readOptions('events', "{ names: ['commit'] }", options, ['names', 'signal'])
    if (names !== undefined && !Array.isArray(names)) {
      throw misuse(`events: names must be an array of names of events, got ${nameOfType(names)}.`)
    }
    const stream = this.#listeners.stream(names, requireSignal('events', signal))
    return stream as AsyncGenerator<api.ProjectEvents[Name], void>
  }

  off<Name extends keyof api.ProjectEvents>(name: Name, listener: (event: api.ProjectEvents[Name]) => void): this {
    this.#listeners.remove(name, listener)
    return this
  }

  watch(): Promise<void> {
    return this.#session.watch(true)
  }

  unwatch(): Promise<void> {
    return this.#session.watch(false)
  }

  exportSession(): string {
    return this.#session.exportState()
  }

  flush(): Promise<void> {
    return this.#session.flush()
  }

  fork(name: string, options?: api.ForkOptions): Promise<api.ForkResult> {
    return inFolder(this.root, (folder) => folder.fork(name, options))
  }

  forks(options?: api.CallOptions): Promise<api.ForksResult> {
    return inFolder(this.root, (folder) => folder.forks(options))
  }

  merge(fork: string | api.Fork, options?: api.MergeOptions): Promise<api.MergeResult> {
    return mergeIntoProject(this, fork, options)
  }

  discard(fork: string | api.Fork, options?: api.DiscardOptions): Promise<api.DiscardResult> {
    return inFolder(this.root, (folder) => folder.discard(fork, options))
  }

  async close(options?: api.CloseOptions): Promise<void> {
    const { cancel = false } = readOptions('close', '{ cancel: true }', options, ['cancel'])
    if (typeof cancel !== 'boolean') throw misuse(`close: cancel must be true or false, got ${formatValue(cancel)}.`)
    await this.#session.close(cancel ? 0 : undefined)
    this.#listeners.end()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #call<Name extends api.SceneToolName>(
    method: string,
    tool: Name,
    given: readonly unknown[],
  ): Promise<Envelope<SceneTools[Name]>> {
    const { args, signal, onEvent, base } = takeCall(method, tool, given)
    const own = withOneOccurrence(args)
    const envelope = await this.#session.call(tool, own, signal, onEvent, { base })
    return own === args ? envelope : withoutOwnCount(envelope)
  }

  #note(event: api.ProjectEvent): void {
    if (event.type !== 'commit' || event.origin !== 'call') return
    if (event.commitId === undefined || event.undoesCommitId !== undefined) return
    this.#own.push(event.commitId)
    if (this.#own.length > MAX_OWN) this.#own.shift()
  }
}

brand(Project, 'Project')

/** Makes a project. Where a class names itself, bundlers give it another name, which stacks would show. */
function made(options: api.ProjectOptions & { root: string }, opened: OpenSession): Project {
  return Reflect.construct(Project, [options, opened])
}

/** A native project, and the listeners of its events. */
interface OpenSession {
  readonly session: Session
  readonly listeners: Listeners<api.ProjectEvents>
}

/** A native project for a folder, with its events wired to listeners. */
export function openSession(options: api.ProjectOptions & { root: string }): OpenSession {
  const { binaries, root, readFirst, session: known, ...others } = options
  const { binding, runnerPath } = native(readBinaries('Project.open', binaries))
  const limits = reading('Project.open: limits', () => withEnvironment(options.limits))
  const fonts = reading('Project.open: fonts', () => withAbsoluteFolders(options.fonts))
  const encoded = encodeArguments(
    { ...others, dir: root, policy: readFirst, limits, fonts, state: parseSession('Project', known), runnerPath },
    Infinity,
  )
  if ('problem' in encoded)
    throw new ScenewrightError('invalid_input', `Project.open: ${nameTypedOptions(encoded.problem)}`)
  const listeners = new Listeners<api.ProjectEvents>(['commit', 'revert', 'log', 'progress', 'externalEdit', 'broken'])
  try {
    const project = new binding.NativeProject(encoded.json)
    const session = new Session(project)
    project.onEvent((eventJson) => {
      const event = eventOf(JSON.parse(eventJson))
      if (event.type === 'log' || event.type === 'progress') session.emit(event)
      listeners.emit(event)
      session.noteEvent()
    })
    return { session, listeners }
  } catch (thrown) {
    throw fromNative(thrown, nameTypedOptions)
  }
}

const CALL_OPTIONS = ['signal', 'onEvent'] as const
const CHANGE_OPTIONS = ['signal', 'onEvent', 'base'] as const

/** The tools that change a project, and so take the commit that they build on. */
const CHANGING: ReadonlySet<api.SceneToolName> = new Set<api.SceneToolName>([
  'edit',
  'multi_edit',
  'write',
  'apply',
  'run',
  'undo',
  'redo',
])

/** The changes of its own that an object remembers: more than anybody undoes one by one. */
const MAX_OWN = 1_000

/** The rows of the history that are read at once for a stack. */
const HISTORY_ROWS = 200

/** The rows of a stack unless a caller names a number: as many as a menu has at most. */
const DEFAULT_STACK_ROWS = 100

/** The options of a project, for the message about an unknown one. */
const PROJECT_OPTIONS = [
  'root',
  'readFirst',
  'isolation',
  'limits',
  'durability',
  'historyBytes',
  'seed',
  'clock',
  'builtins',
  'fonts',
  'binaries',
  'session',
] as const satisfies readonly (keyof api.ProjectOptions)[]

/** A method's arguments, converted for its tool. */
function takeCall(
  method: string,
  tool: api.SceneToolName,
  given: readonly unknown[],
): Omit<Given, 'onEvent'> & { readonly onEvent: CallListener | undefined } {
  const options = CHANGING.has(tool) ? CHANGE_OPTIONS : CALL_OPTIONS
  const { onEvent, ...rest } = takeArguments(method, SCENE_ARGUMENTS[tool], given, options)
  return { ...rest, onEvent: listenerOf(method, onEvent) }
}

/**
 * The arguments, with edits that refuse a text that occurs more than once: the tool would take the first occurrence, which a
 * program hardly means. An edit with an empty old text creates a file.
 */
function withOneOccurrence(args: unknown): unknown {
  if (!isObject(args)) return args
  const { old_code, replace_all, expected_replacements, edits, changes } = args as { readonly [name: string]: unknown }
  if (Array.isArray(edits)) return edits.length > MAX_VALUES ? args : { ...args, edits: edits.map(withOneOccurrence) }
  if (Array.isArray(changes)) {
    return changes.length > MAX_VALUES ? args : { ...args, changes: changes.map(withOneOccurrence) }
  }
  const isCounted = replace_all === true || expected_replacements !== undefined
  if (typeof old_code !== 'string' || old_code === '' || isCounted) return args
  return { ...args, expected_replacements: 1 }
}

/** The refusal of a text that occurs more than once, without the count that the caller did not give. */
function withoutOwnCount<Answer extends { readonly answer: object }>(envelope: Answer): Answer {
  const { errorInfo } = envelope.answer as Partial<Failed['answer']>
  const match = /expected_replacements is 1, but old_code occurs (\d+)/.exec(errorInfo?.message ?? '')
  if (errorInfo?.kind !== 'count_mismatch' || !match || match[1] === '0') return envelope
  const message = errorInfo.message.replace(match[0], `oldText occurs ${match[1]}`)
  const hint = 'Give more of the text around the place that is meant, or set replaceAll.'
  return {
    ...envelope,
    answer: { ...envelope.answer, errorInfo: { ...errorInfo, kind: 'ambiguous_match', message, hint } },
  }
}

/** An error that the listener throws, or that its promise rejects with, becomes a process warning. */
function listenerOf(who: string, onEvent: Given['onEvent']): CallListener | undefined {
  if (onEvent === undefined) return undefined
  return (event) => callListener(`onEvent of ${who}`, onEvent as (event: unknown) => unknown, () => event)
}

/** Invalid values are refused where all options are checked. */
function withAbsoluteFolders(fonts: api.FontOptions | undefined): api.FontOptions | undefined {
  if (!Array.isArray(fonts?.dirs)) return fonts
  return { ...fonts, dirs: fonts.dirs.map((dir) => (typeof dir === 'string' && dir !== '' ? resolve(dir) : dir)) }
}

/** The requested folder, otherwise the one of the environment, otherwise the one in the home folder. */
export function projectFolder(root: string | URL | undefined): string {
  if (root === undefined) {
    return writtenPath('root', process.env['SCENEWRIGHT_DIR'] || join(homedir(), '.ai-native-cad'))
  }
  return writtenPath('root', folderPath('Project.open: root', root))
}
