import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

import type * as api from '../index.js'
import { brand } from './brand.js'
import { isObject, misuse, nameOfType, readOptions, reading, requireFunction, requireSignal, shown } from './check.js'
import { fromNative, ScenewrightError } from './errors.js'
import { callListener, Listeners } from './events.js'
import { withEnvironment } from './limits.js'
import { native, readBinaries } from './native.js'
import {
  answerResult,
  changeResult,
  checkResult,
  exportResult,
  filesResult,
  historyResult,
  inspectResult,
  renderResult,
  runResult,
  sceneResult,
  textResult,
  toolAnswer,
  wholeExportResult,
  writtenExportResult,
} from './results.js'
import { exportPlace, replaceFile } from './export-file.js'
import { Session, type CallListener } from './session.js'
import { eventOf } from './shapes.js'
import { encodeArguments, parseState, renamed, toWireArguments, type Envelope } from './wire.js'
import type { SceneTools } from './wire-types.js'
import { writtenPath } from './written-path.js'

/** One project as servers of it see it: its session, and the listeners of its events. */
export interface SceneDoor {
  readonly dir: string
  readonly session: Session
  readonly listeners: Listeners<api.ProjectEvents>
}

/** The typed face of one session. What each member promises is documented in `types/project.d.ts`. */
export class Project implements api.Project {
  readonly dir: string
  readonly #session: Session
  readonly #listeners: Listeners<api.ProjectEvents>

  private constructor(dir: string, session: Session, listeners: Listeners<api.ProjectEvents>) {
    if (!(session instanceof Session)) throw misuse('A project is opened with Project.open({ dir }).')
    this.dir = dir
    this.#session = session
    this.#listeners = listeners
  }

  static async open(options: api.ProjectOptions = {}): Promise<Project> {
    const given: api.ProjectOptions = readOptions('Project.open', "{ dir: 'scene' }", options)
    const dir = projectFolder(given.dir)
    const { session, listeners } = openSession({ ...given, dir })
    return new Project(dir, session, listeners)
  }

  /** Not part of the public face. */
  get door(): SceneDoor {
    return { dir: this.dir, session: this.#session, listeners: this.#listeners }
  }

  async glob(args: api.GlobArguments = {}, options?: api.ProjectCallOptions): Promise<api.GlobResult> {
    return answerResult(await this.#call('glob', args, options))
  }

  async read(args: api.ReadArguments, options?: api.ProjectCallOptions): Promise<api.ReadResult> {
    return textResult(await this.#call('read', args, options))
  }

  async edit(args: api.EditArguments, options?: api.ProjectCallOptions): Promise<api.EditResult> {
    return changeResult(await this.#call('edit', args, options))
  }

  async multiEdit(args: api.MultiEditArguments, options?: api.ProjectCallOptions): Promise<api.MultiEditResult> {
    return changeResult(await this.#call('multi_edit', args, options))
  }

  async write(args: api.WriteArguments, options?: api.ProjectCallOptions): Promise<api.WriteResult> {
    return changeResult(await this.#call('write', args, options))
  }

  async apply(args: api.ApplyArguments, options?: api.ProjectCallOptions): Promise<api.ApplyResult> {
    return filesResult(await this.#call('apply', args, options))
  }

  async check(args: api.CheckArguments, options?: api.ProjectCallOptions): Promise<api.CheckResult> {
    return checkResult(await this.#call('check', args, options))
  }

  async history(args: api.HistoryArguments = {}, options?: api.ProjectCallOptions): Promise<api.HistoryResult> {
    return historyResult(await this.#call('history', args, options))
  }

  async purgeHistory(options?: api.ProjectCallOptions): Promise<api.PurgeResult> {
    return answerResult(await this.#session.purgeHistory(options?.signal))
  }

  async undo(args: api.UndoArguments = {}, options?: api.ProjectCallOptions): Promise<api.UndoResult> {
    return filesResult(await this.#call('undo', args, options))
  }

  async redo(args: api.UndoArguments = {}, options?: api.ProjectCallOptions): Promise<api.RedoResult> {
    return filesResult(await this.#call('redo', args, options))
  }

  async run(
    args: api.RunArguments & api.ProjectCallOptions = {},
    options?: api.ProjectCallOptions,
  ): Promise<api.RunResult> {
    // Without parameters the options are the only argument.
    const { signal, onEvent, ...given } = readOptions('run', '{ parameters: { width: 80 } }', args)
    const own = { ...(signal !== undefined && { signal }), ...(onEvent !== undefined && { onEvent }) }
    return runResult(await this.#call('run', given, { ...own, ...options }))
  }

  async grep(args: api.GrepArguments, options?: api.ProjectCallOptions): Promise<api.GrepResult> {
    return textResult(await this.#call('grep', args, options))
  }

  async describe(args: api.DescribeArguments = {}, options?: api.ProjectCallOptions): Promise<api.DescribeResult> {
    return textResult(await this.#call('describe', args, options))
  }

  async inspect<const Question extends api.InspectArguments>(
    args: Question,
    options?: api.ProjectCallOptions,
  ): Promise<api.InspectResult<Question>>
  async inspect(args: api.InspectArguments, options?: api.ProjectCallOptions): Promise<api.InspectResult> {
    return inspectResult(await this.#call('inspect', args, options), () => args.view)
  }

  async lint(args: api.LintArguments = {}, options?: api.ProjectCallOptions): Promise<api.LintResult> {
    const findings: api.LintFinding[] = []
    for (;;) {
      const page = await this.inspect({ ...args, view: 'lint', offset: findings.length, limit: 1_000 }, options)
      if (page.status !== 'ok') return page
      findings.push(...page.findings)
      // Between two pages another scene may have been committed, with fewer findings.
      if (page.next === undefined || page.findings.length === 0) {
        const { view: _, total: __, errors: ___, next: ____, ...rest } = page
        return { ...rest, findings }
      }
    }
  }

  async render(args: api.RenderArguments = {}, options?: api.ProjectCallOptions): Promise<api.RenderResult> {
    return renderResult(await this.#call('render', args, options))
  }

  async export(args: api.ExportArguments, options?: api.ProjectCallOptions): Promise<api.ExportResult> {
    const { to, wire } = exportPlace(args)
    // In the project's folder it is the tool that writes.
    if (to === undefined && isObject(wire) && 'path' in wire && wire.path !== undefined) {
      return exportResult(await this.#call('export', wire, options))
    }
    const envelope = await this.#session.exportWhole(wire, ...optionsOf('export', options))
    return to === undefined ? wholeExportResult(envelope) : writtenExportResult(envelope, to, replaceFile)
  }

  async scene(options?: api.ProjectCallOptions): Promise<api.SceneResult> {
    return sceneResult(await this.#session.summary(optionsOf('scene', options)[0]))
  }

  async callTool(name: string, args: object = {}, options?: api.ProjectCallOptions): Promise<api.ToolAnswer> {
    return toolAnswer(await this.#session.call(name, args, ...optionsOf('callTool', options)))
  }

  on<Name extends keyof api.ProjectEvents>(name: Name, listener: (event: api.ProjectEvents[Name]) => void): this {
    this.#session.assertOpen()
    this.#listeners.add(name, listener)
    return this
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

  exportState(): string {
    return this.#session.exportState()
  }

  flush(): Promise<void> {
    return this.#session.flush()
  }

  async close(options?: api.CloseOptions): Promise<void> {
    const { cancel = false } = readOptions('close', '{ cancel: true }', options, ['cancel'])
    if (typeof cancel !== 'boolean') throw misuse(`close: cancel must be true or false, got ${shown(cancel)}.`)
    await this.#session.close(cancel ? 0 : undefined)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #call<Name extends api.SceneToolName>(
    tool: Name,
    args: unknown,
    options: api.ProjectCallOptions | undefined,
  ): Promise<Envelope<SceneTools[Name]>> {
    return this.#session.call(tool, renamed(args, toWireArguments), ...optionsOf(tool, options))
  }
}

brand(Project, 'Project')

/** A native project for a folder, with its events wired to listeners. */
export function openSession(options: api.ProjectOptions & { dir: string }): {
  session: Session
  listeners: Listeners<api.ProjectEvents>
} {
  const { binaries, ...others } = options
  const { binding, runnerPath } = native(readBinaries('Project', binaries))
  const limits = reading('Project.open: limits', () => withEnvironment(options.limits))
  const fonts = reading('Project.open: fonts', () => withAbsoluteFolders(options.fonts))
  const encoded = encodeArguments(
    { ...others, limits, fonts, state: parseState('Project', options.state), runnerPath },
    Infinity,
  )
  if ('problem' in encoded) throw new ScenewrightError('invalid_input', `Project.open: ${encoded.problem}`)
  const listeners = new Listeners<api.ProjectEvents>(['commit', 'revert', 'log', 'progress', 'disk', 'stale'])
  try {
    const project = new binding.NativeProject(encoded.json)
    const session = new Session(project)
    project.onEvent((eventJson) => {
      const event = eventOf(JSON.parse(eventJson))
      if (event.type === 'log' || event.type === 'progress') session.emit(event)
      listeners.emit(event)
    })
    return { session, listeners }
  } catch (thrown) {
    throw fromNative(thrown)
  }
}

/**
 * Signal and listener of one call. An error that the listener throws, or that its promise rejects with, becomes a process warning.
 */
function optionsOf(
  who: string,
  options: api.ProjectCallOptions | undefined,
): [signal: AbortSignal | undefined, listener: CallListener | undefined] {
  const { signal: given, onEvent } = readOptions(who, '{ signal }', options, ['signal', 'onEvent'])
  const signal = requireSignal(who, given)
  if (onEvent === undefined) return [signal, undefined]
  requireFunction(who, 'onEvent', onEvent)
  return [signal, (event) => callListener(`onEvent of ${who}`, onEvent, () => event)]
}

/** What is not as it should be is refused where all options are checked. */
function withAbsoluteFolders(fonts: api.FontOptions | undefined): api.FontOptions | undefined {
  if (!Array.isArray(fonts?.dirs)) return fonts
  return { ...fonts, dirs: fonts.dirs.map((dir) => (typeof dir === 'string' && dir !== '' ? resolve(dir) : dir)) }
}

/** The folder that was asked for, else the one of the environment, else the one in the home folder. */
export function projectFolder(dir: string | undefined): string {
  if (dir !== undefined && (typeof dir !== 'string' || dir === '')) {
    const message = `Project.open: dir must be the path of a folder, got ${dir === '' ? "''" : nameOfType(dir)}.`
    throw new ScenewrightError('invalid_input', message)
  }
  return writtenPath('dir', dir ?? (process.env['SCENEWRIGHT_DIR'] || join(homedir(), '.ai-native-cad')))
}
