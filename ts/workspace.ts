import { resolve } from 'node:path'

import type * as api from '../index.js'
import { callAnchored, ShownLines } from './anchors.js'
import { brand } from './brand.js'
import { FILE_ARGUMENTS, HISTORY_ARGUMENTS, takeArguments } from './call-arguments.js'
import {
  misuse,
  nameOfType,
  reading,
  readOptions,
  requireFunction,
  requireSignal,
  requireText,
  formatValue,
} from './check.js'
import { fromNative, ScenewrightError } from './errors.js'
import { describe } from './events.js'
import {
  callRecord,
  editResult,
  globResult,
  grepResult,
  multiEditResult,
  notebookResult,
  readResult,
  treeResult,
  wireAnswer,
  writeResult,
  type FileEnvelope,
} from './files.js'
import { historyFolder, rootFolders } from './folders.js'
import { gitEnvironment } from './git-environment.js'
import { discardFork, listForks, makeFork, mergeFork } from './forks.js'
import { adoptSnapshot, runGuard, takeSnapshot } from './guard.js'
import { native, readBinaries, type Location } from './native.js'
import { fileHistory, toFileChange } from './shapes.js'
import { refusedResult, runTransaction, type FolderChanges } from './transaction.js'
import { within } from './verifying.js'
import { changingTools } from './tools.js'
import { nameTypedOptions, toFreshness, warningsOf } from './vocabulary.js'
import { encodeArguments, isAnswered, parseSession, type Answered, type Envelope } from './wire.js'
import type { FileTools, TakenBack, WorkspaceCalls } from './wire-types.js'
import { NativeCalls, type ToolCall } from './workspace-calls.js'

const HOOKS = ['confirm', 'correct', 'permission'] as const

const CHANGE_OPTIONS = ['signal', 'base'] as const

const SESSION_OPTIONS = ['readFirst', 'session', ...HOOKS, 'onCall'] as const

/** The typed face of one session on a workspace. Its members are documented in `types/workspace.d.ts`. */
export class Workspace implements api.Workspace {
  readonly roots: readonly string[]
  readonly #calls: NativeCalls
  readonly #onCall: api.WorkspaceOptions['onCall']
  /** True where Read and Grep show anchors, and edits take them. */
  readonly anchors: boolean
  readonly #shown = new ShownLines()
  readonly #options: Partial<api.WorkspaceOptions>
  readonly #location: Location

  private constructor(opened: Opened) {
    const { roots, calls, options, location } = (opened as Partial<Opened> | undefined) ?? {}
    // Only this file can make the argument: a call from outside lacks it.
    if (!roots || !options || !location || !(calls instanceof NativeCalls)) {
      throw misuse('A workspace is opened with Workspace.open({ root }).')
    }
    this.roots = roots
    this.#calls = calls
    this.#onCall = options.onCall
    this.anchors = options.anchors ?? false
    this.#options = options
    this.#location = location
  }

  static async open(options: api.WorkspaceOptions): Promise<Workspace> {
    const given: Partial<api.WorkspaceOptions> = readOptions(
      'Workspace.open',
      "{ root: 'folder' }",
      options,
      WORKSPACE_OPTIONS,
    )
    return made(openSession(given))
  }

  session(options: api.WorkspaceSessionOptions = {}): Workspace {
    this.#calls.assertOpen()
    const example = "{ readFirst: 'require' }"
    const given: api.WorkspaceSessionOptions = readOptions('session', example, options, SESSION_OPTIONS)
    const { session: _, ...shared } = this.#options
    return made(openSession({ ...shared, ...given }))
  }

  async read(...given: [args: api.FileReadArguments & api.CallOptions]): Promise<api.FileReadResult> {
    return readResult(await this.#tool('read', 'Read', given))
  }

  async write(...given: [args: api.FileWriteArguments & api.FileChangeOptions]): Promise<api.FileWriteResult> {
    return writeResult(await this.#tool('write', 'Write', given))
  }

  async edit(...given: [args: api.FileEditArguments & api.FileChangeOptions]): Promise<api.FileEditResult> {
    return editResult(await this.#tool('edit', 'Edit', given))
  }

  async multiEdit(
    ...given: [args: api.FileMultiEditArguments & api.FileChangeOptions]
  ): Promise<api.FileMultiEditResult> {
    return multiEditResult(await this.#tool('multiEdit', 'MultiEdit', given))
  }

  async glob(...given: [args: api.FileGlobArguments & api.CallOptions]): Promise<api.FileGlobResult> {
    return globResult(await this.#tool('glob', 'Glob', given))
  }

  async grep(...given: [args: api.FileGrepArguments & api.CallOptions]): Promise<api.FileGrepResult> {
    return grepResult(await this.#tool('grep', 'Grep', given))
  }

  async tree(...given: [args: api.FileTreeArguments & api.CallOptions]): Promise<api.FileTreeResult> {
    return treeResult(await this.#tool('tree', 'LS', given))
  }

  async notebookEdit(
    ...given: [args: api.NotebookEditArguments & api.FileChangeOptions]
  ): Promise<api.NotebookEditResult> {
    return notebookResult(await this.#tool('notebookEdit', 'NotebookEdit', given))
  }

  async callTool(name: string, args: unknown = {}, options?: api.FileChangeOptions): Promise<api.FileToolAnswer> {
    const { signal, base } = takeArguments('callTool', {}, [options], CHANGE_OPTIONS)
    return wireAnswer(await this.call(name, args, signal, base))
  }

  /** Calls a tool by its wire name with wire arguments. Refusals are envelopes. Not part of the public face. */
  async call<Name extends keyof FileTools>(
    name: Name,
    args: unknown,
    signal?: AbortSignal,
    base?: string,
  ): Promise<FileEnvelope<FileTools[Name]>>
  async call(name: string, args: unknown, signal?: AbortSignal, base?: string): Promise<FileEnvelope>
  async call(name: string, args: unknown, signal?: AbortSignal, base?: string): Promise<FileEnvelope> {
    requireText('callTool', 'the name of the tool', name)
    if (!this.anchors) return this.#callOwn(name, args, signal, { base })
    const own = {
      call: (tool: string, given: unknown, within?: AbortSignal) => this.#callOwn(tool, given, within, { base }),
      isFresh: async (path: string) => path !== '' && (await this.checkFreshness(path)).state === 'fresh',
      shown: this.#shown,
    }
    return callAnchored(own, name, args, signal)
  }

  /** Calls a tool for a model: the answer has its text, and no data. Not part of the public face. */
  async show(name: string, args: unknown, signal?: AbortSignal): Promise<FileEnvelope> {
    // The anchors are computed from the data.
    return this.anchors ? this.call(name, args, signal) : this.#callOwn(name, args, signal, { isShownOnly: true })
  }

  /**
   * Calls a tool for a client whose answer is the line that begins with `start`. Returns the whole line, or the envelope of an
   * answer that is more than text. Not part of the public face.
   */
  async showAsLine(
    name: string,
    args: unknown,
    start: string,
    signal?: AbortSignal,
  ): Promise<Uint8Array | FileEnvelope> {
    // Anchors and records are made of the envelope.
    if (this.anchors || this.#onCall) return this.show(name, args, signal)
    return this.#calls.callToolForLine(name, args, start, signal)
  }

  async #callOwn(name: string, args: unknown, signal?: AbortSignal, way: ToolCall = {}): Promise<FileEnvelope> {
    const startedAt = performance.now()
    const envelope = await this.#calls.callTool(name, args, signal, way)
    if (this.#onCall)
      reportCall(this.#onCall, callRecord(name, envelope, performance.now() - startedAt, this.#pathOf(args)))
    return envelope
  }

  async recordRead(path: string): Promise<void> {
    requireText('recordRead', 'the path', path)
    await this.#ask('record_read', { path })
  }

  async recordEdit(path: string): Promise<void> {
    requireText('recordEdit', 'the path', path)
    await this.#ask('record_edit', { path })
  }

  async checkFreshness(path: string): Promise<api.FreshnessCheck> {
    requireText('checkFreshness', 'the path', path)
    const envelope = await this.#calls.call('check_freshness', { path })
    if (isAnswered(envelope)) return toFreshness(envelope.answer.data)
    return { state: 'unread', error: refusedResult(envelope).error }
  }

  async modificationReminder(path: string): Promise<string | null> {
    requireText('modificationReminder', 'the path', path)
    return (await this.#ask('modification_reminder', { path })).reminder
  }

  async importantFiles(max?: number): Promise<api.ImportantFile[]> {
    const { files } = await this.#ask('important_files', { max })
    return files.map(({ path, readAt, size }) => ({ path, usedAt: readAt, byteLength: size }))
  }

  async watch(path: string, options?: { readonly id?: string | undefined }): Promise<void> {
    requireText('watch', 'the path', path)
    const { id } = readOptions('watch', "{ id: 'agent' }", options, ['id'])
    await this.#ask('watch', { path, id })
  }

  async unwatch(path: string, options?: { readonly id?: string | undefined }): Promise<void> {
    requireText('unwatch', 'the path', path)
    const { id } = readOptions('unwatch', "{ id: 'agent' }", options, ['id'])
    await this.#ask('unwatch', { path, id })
  }

  async reset(): Promise<void> {
    await this.#ask('reset', {})
  }

  exportSession(): string {
    return this.#calls.exportState()
  }

  on<Name extends keyof api.WorkspaceEvents>(
    name: Name,
    listener: (event: api.WorkspaceEvents[Name]) => void,
    options?: api.WorkspaceListenOptions,
  ): this {
    const known = ['contents', 'signal', 'once'] as const
    const given: api.WorkspaceListenOptions = readOptions('on', '{ contents: true }', options, known)
    const { contents = false } = given
    if (typeof contents !== 'boolean') throw misuse(`on: contents must be true or false, got ${formatValue(contents)}.`)
    this.#calls.listen(name, listener, given, contents)
    return this
  }

  once<Name extends keyof api.WorkspaceEvents>(
    name: Name,
    listener: (event: api.WorkspaceEvents[Name]) => void,
    options?: Omit<api.WorkspaceListenOptions, 'once'>,
  ): this {
    return this.on(name, listener, { ...options, once: true })
  }

  events<Name extends keyof api.WorkspaceEvents>(
    options?: api.EventsOptions<Name>,
  ): AsyncGenerator<api.WorkspaceEvents[Name], void> {
    const { names, signal } = readOptions('events', "{ names: ['edit'] }", options, ['names', 'signal'])
    if (names !== undefined && !Array.isArray(names)) {
      throw misuse(`events: names must be an array of names of events, got ${nameOfType(names)}.`)
    }
    return this.#calls.stream(names, requireSignal('events', signal))
  }

  off<Name extends keyof api.WorkspaceEvents>(name: Name, listener: (event: api.WorkspaceEvents[Name]) => void): this {
    this.#calls.stopListening(name, listener)
    return this
  }

  transaction<Value>(
    body: (tx: api.WorkspaceTransaction) => Value | Promise<Value>,
    options?: api.TransactionOptions,
  ): Promise<api.TransactionResult<Value>> {
    return runTransaction(this.#calls, body, options)
  }

  /** A transaction that also creates and removes folders. */
  changeFolders(
    folders: FolderChanges,
    body: (tx: api.WorkspaceTransaction) => Promise<void>,
    options: api.TransactionOptions,
  ): Promise<api.TransactionResult<void>> {
    return runTransaction(this.#calls, body, options, { folders })
  }

  /** A transaction on behalf of a model: it leaves ignored files alone. Not part of the public face. */
  change(
    body: (tx: api.WorkspaceTransaction) => Promise<void>,
    options: api.TransactionOptions,
  ): Promise<api.TransactionResult<void>> {
    return runTransaction(this.#calls, body, options, { isByTool: true })
  }

  async undo(...given: [args?: api.WorkspaceUndoArguments & api.FileChangeOptions]): Promise<api.WorkspaceUndoResult> {
    const envelope = await this.#restore('undo', given)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    return { ...restored(envelope), undoneCommitId: envelope.answer.data.undone }
  }

  async redo(...given: [args?: api.WorkspaceUndoArguments & api.FileChangeOptions]): Promise<api.WorkspaceRedoResult> {
    const envelope = await this.#restore('redo', given)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    return { ...restored(envelope), redoneCommitId: envelope.answer.data.redone }
  }

  async history(...given: [args?: api.HistoryArguments & api.CallOptions]): Promise<api.WorkspaceHistoryResult> {
    const { args, signal } = takeArguments('history', HISTORY_ARGUMENTS.history, given, ['signal'])
    const envelope = await this.#calls.call('history', args, signal)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    const page = fileHistory(envelope.answer.data, envelope.omitted)
    return { ok: true, status: 'ok', commitId: envelope.commitId, ...page, warnings: warningsOf(envelope) }
  }

  async purgeHistory(...given: [options?: api.CallOptions]): Promise<api.WorkspacePurgeResult> {
    const { signal } = takeArguments('purgeHistory', {}, given, ['signal'])
    const envelope = await this.#calls.call('purge_history', { within: within() }, signal)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    const { transactions: commits, bytes: byteLength } = envelope.answer.data
    return { ok: true, status: 'ok', commits, byteLength, warnings: warningsOf(envelope) }
  }

  guard(command: string | readonly string[], options?: api.GuardOptions): Promise<api.GuardResult<api.CommandEnd>>
  guard<Value>(body: () => Value | Promise<Value>, options?: api.GuardOptions): Promise<api.GuardResult<Value>>
  guard<Value>(
    body: string | readonly string[] | (() => Value | Promise<Value>),
    options?: api.GuardOptions,
  ): Promise<api.GuardResult<Value | api.CommandEnd>> {
    return runGuard(this.#calls, { roots: this.roots, ...this.#location }, body, options)
  }

  snapshot(options?: api.SnapshotOptions): Promise<api.SnapshotResult> {
    return takeSnapshot(this.#calls, options)
  }

  adopt(options?: api.AdoptOptions): Promise<api.AdoptResult> {
    return adoptSnapshot(this.#calls, options)
  }

  fork(name: string, options?: api.ForkOptions): Promise<api.ForkResult> {
    return makeFork(this.#calls, name, options)
  }

  forks(options?: api.CallOptions): Promise<api.ForksResult> {
    return listForks(this.#calls, options)
  }

  merge(fork: string | api.Fork, options?: api.MergeOptions): Promise<api.MergeResult> {
    return mergeFork(this.#calls, this.roots, fork, options)
  }

  discard(fork: string | api.Fork, options?: api.DiscardOptions): Promise<api.DiscardResult> {
    return discardFork(this.#calls, fork, options)
  }

  close(): Promise<void> {
    return this.#calls.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #tool<Name extends keyof typeof FILE_ARGUMENTS>(
    method: string,
    tool: Name,
    given: readonly unknown[],
  ): Promise<FileEnvelope<FileTools[Name]>> {
    const options = changingTools().has(tool) ? CHANGE_OPTIONS : (['signal'] as const)
    const { args, signal, base } = takeArguments(method, FILE_ARGUMENTS[tool], given, options)
    return this.call(tool, args, signal, base)
  }

  /** The path in the arguments, which may be the reason of the refusal. */
  #pathOf(args: unknown): string | undefined {
    const given = args as { readonly [name: string]: unknown } | null | undefined
    const path = given?.['file_path'] ?? given?.['notebook_path'] ?? given?.['path']
    return typeof path === 'string' ? resolve(this.roots[0] ?? '.', path) : undefined
  }

  /** Asks the freshness service, which has no expected refusals. */
  async #ask<Name extends keyof WorkspaceCalls>(name: Name, args: object): Promise<WorkspaceCalls[Name]['data']> {
    const envelope = await this.#calls.call(name, args)
    if (isAnswered(envelope)) return envelope.answer.data
    const { code, message } = refusedResult(envelope).error
    throw new ScenewrightError(code === 'closed' ? 'closed' : 'invalid_input', message)
  }

  #restore<Name extends 'undo' | 'redo'>(
    name: Name,
    given: readonly unknown[],
  ): Promise<Envelope<WorkspaceCalls[Name]>> {
    const { args, signal, base } = takeArguments(name, HISTORY_ARGUMENTS[name], given, CHANGE_OPTIONS)
    return this.#calls.call(name, { ...(args as object), base, within: within() }, signal)
  }
}

brand(Workspace, 'Workspace')

/** A session that was opened, with its options. */
interface Opened {
  readonly roots: readonly string[]
  readonly calls: NativeCalls
  readonly options: Partial<api.WorkspaceOptions>
  readonly location: Location
}

/** Makes a workspace. Where a class names itself, bundlers give it another name, which stacks would show. */
function made(opened: Opened): Workspace {
  return Reflect.construct(Workspace, [opened])
}

/** Opens a session with options whose names were checked. */
function openSession(given: Partial<api.WorkspaceOptions>): Opened {
  const { root, roots: several, historyDir, session, readFirst, binaries, globalGitignore, ...rest } = given
  const { confirm, correct, permission, onCall, anchors = false, ...others } = rest
  if (typeof anchors !== 'boolean') {
    throw misuse(`Workspace.open: anchors must be true or false, got ${formatValue(anchors)}.`)
  }
  const roots = reading('Workspace.open: roots', () => rootFolders(root, several))
  const functions = { confirm, correct, permission, onCall }
  for (const [name, hook] of Object.entries(functions)) {
    if (hook !== undefined) requireFunction('Workspace.open', name, hook)
  }
  const { binding, ...location } = native(readBinaries('Workspace.open', binaries))
  const { runnerPath } = location
  const encoded = encodeArguments(
    {
      ...others,
      roots,
      runnerPath,
      policy: readFirst,
      stateDir: historyFolder(historyDir),
      isStateChosen: historyDir !== undefined,
      git: gitEnvironment(globalGitignore),
      state: parseSession('Workspace', session),
      hooks: HOOKS.filter((name) => functions[name] !== undefined),
    },
    Infinity,
  )
  if ('problem' in encoded) {
    throw new ScenewrightError('invalid_input', `Workspace.open: ${nameTypedOptions(encoded.problem)}`)
  }
  try {
    const calls = new NativeCalls(new binding.NativeWorkspace(encoded.json), functions)
    // A session that is opened later must find the same folders, wherever the process is then.
    const { root: _, ...options } = given
    return { roots, calls, options: { ...options, roots }, location }
  } catch (thrown) {
    throw fromNative(thrown, nameTypedOptions)
  }
}

/** Calls the listener without waiting for it. */
function reportCall(onCall: NonNullable<api.WorkspaceOptions['onCall']>, record: api.CallRecord): void {
  const report = (thrown: unknown): void =>
    process.emitWarning(`onCall of a workspace threw: ${describe(thrown)}`, 'ScenewrightWarning')
  try {
    // The listener may be async, although its type returns nothing.
    void Promise.resolve(onCall(record)).catch(report)
  } catch (thrown) {
    report(thrown)
  }
}

function restored(envelope: Answered<'committed', TakenBack>): api.Restored {
  const { transactionId, files, overwritten, moreFiles, also } = envelope.answer.data
  return {
    ok: true,
    status: 'committed',
    commitId: transactionId,
    files: files.map(toFileChange),
    overwritten,
    ...(moreFiles !== undefined && { moreFiles }),
    ...(also && { alsoUndoneCommitIds: also }),
    warnings: warningsOf(envelope),
  }
}

/** The options of a workspace, for the message about an unknown one. */
const WORKSPACE_OPTIONS = [
  'root',
  'roots',
  'readFirst',
  'historyDir',
  'durability',
  'historyBytes',
  'limits',
  'binaries',
  'anchors',
  'ignore',
  'allowIgnored',
  'allowWrite',
  'deny',
  'readOnly',
  'gitignore',
  'globalGitignore',
  'session',
  'confirm',
  'correct',
  'permission',
  'onCall',
] as const satisfies readonly (keyof api.WorkspaceOptions)[]
