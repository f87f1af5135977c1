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
  shown,
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
import { native, readBinaries } from './native.js'
import { fileHistory, toFileChange } from './shapes.js'
import { refusedResult, runTransaction, type FolderChanges } from './transaction.js'
import { within } from './verifying.js'
import { inOptionWords, toFreshness, toWarnings } from './vocabulary.js'
import { encodeArguments, isAnswered, parseSession, type Answered, type Envelope } from './wire.js'
import type { FileTools, TakenBack, WorkspaceCalls } from './wire-types.js'
import { NativeCalls } from './workspace-calls.js'

const HOOKS = ['confirm', 'correct', 'permission'] as const

/** The typed face of one session on a workspace. Its members are documented in `types/workspace.d.ts`. */
export class Workspace implements api.Workspace {
  readonly roots: readonly string[]
  readonly #calls: NativeCalls
  readonly #onCall: api.WorkspaceOptions['onCall']
  /** True where Read and Grep show anchors, and edits take them. */
  readonly anchors: boolean
  readonly #shown = new ShownLines()

  private constructor(
    roots: readonly string[],
    calls: NativeCalls,
    onCall: api.WorkspaceOptions['onCall'],
    anchors: boolean,
  ) {
    if (!(calls instanceof NativeCalls)) throw misuse('A workspace is opened with Workspace.open({ root }).')
    this.roots = roots
    this.#calls = calls
    this.#onCall = onCall
    this.anchors = anchors
  }

  static async open(options: api.WorkspaceOptions): Promise<Workspace> {
    const given: Partial<api.WorkspaceOptions> = readOptions(
      'Workspace.open',
      "{ root: 'folder' }",
      options,
      WORKSPACE_OPTIONS,
    )
    const { root, roots: several, historyDir, session, readFirst, binaries, globalGitignore, ...rest } = given
    const { confirm, correct, permission, onCall, anchors = false, ...others } = rest
    if (typeof anchors !== 'boolean') {
      throw misuse(`Workspace.open: anchors must be true or false, got ${shown(anchors)}.`)
    }
    const roots = reading('Workspace.open: roots', () => rootFolders(root, several))
    const functions = { confirm, correct, permission, onCall }
    for (const [name, hook] of Object.entries(functions)) {
      if (hook !== undefined) requireFunction('Workspace.open', name, hook)
    }
    const { binding, runnerPath } = native(readBinaries('Workspace.open', binaries))
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
    if ('problem' in encoded)
      throw new ScenewrightError('invalid_input', `Workspace.open: ${inOptionWords(encoded.problem)}`)
    try {
      const calls = new NativeCalls(new binding.NativeWorkspace(encoded.json), functions)
      return made(roots, calls, onCall, anchors)
    } catch (thrown) {
      throw fromNative(thrown, inOptionWords)
    }
  }

  async read(...given: [args: api.FileReadArguments & api.CallOptions]): Promise<api.FileReadResult> {
    return readResult(await this.#tool('read', 'Read', given))
  }

  async write(...given: [args: api.FileWriteArguments & api.CallOptions]): Promise<api.FileWriteResult> {
    return writeResult(await this.#tool('write', 'Write', given))
  }

  async edit(...given: [args: api.FileEditArguments & api.CallOptions]): Promise<api.FileEditResult> {
    return editResult(await this.#tool('edit', 'Edit', given))
  }

  async multiEdit(...given: [args: api.FileMultiEditArguments & api.CallOptions]): Promise<api.FileMultiEditResult> {
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

  async notebookEdit(...given: [args: api.NotebookEditArguments & api.CallOptions]): Promise<api.NotebookEditResult> {
    return notebookResult(await this.#tool('notebookEdit', 'NotebookEdit', given))
  }

  async callTool(name: string, args: unknown = {}, options?: api.CallOptions): Promise<api.FileToolAnswer> {
    const { signal } = takeArguments('callTool', {}, [options], ['signal'])
    return wireAnswer(await this.call(name, args, signal))
  }

  /** Calls a tool by its wire name with wire arguments. Refusals are envelopes. Not part of the public face. */
  async call<Name extends keyof FileTools>(
    name: Name,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<FileEnvelope<FileTools[Name]>>
  async call(name: string, args: unknown, signal?: AbortSignal): Promise<FileEnvelope>
  async call(name: string, args: unknown, signal?: AbortSignal): Promise<FileEnvelope> {
    requireText('callTool', 'the name of the tool', name)
    if (!this.anchors) return this.#callOwn(name, args, signal)
    const own = {
      call: (tool: string, given: unknown, within?: AbortSignal) => this.#callOwn(tool, given, within),
      isFresh: async (path: string) => path !== '' && (await this.checkFreshness(path)).state === 'fresh',
      shown: this.#shown,
    }
    return callAnchored(own, name, args, signal)
  }

  /** Calls a tool for a model: the answer has its text, and no data. Not part of the public face. */
  async show(name: string, args: unknown, signal?: AbortSignal): Promise<FileEnvelope> {
    // The anchors are computed from the data.
    return this.anchors ? this.call(name, args, signal) : this.#callOwn(name, args, signal, true)
  }

  async #callOwn(name: string, args: unknown, signal?: AbortSignal, isShownOnly = false): Promise<FileEnvelope> {
    const startedAt = performance.now()
    const envelope = await this.#calls.callTool(name, args, signal, isShownOnly)
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
    if (typeof contents !== 'boolean') throw misuse(`on: contents must be true or false, got ${shown(contents)}.`)
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

  async undo(...given: [args?: api.WorkspaceUndoArguments & api.CallOptions]): Promise<api.WorkspaceUndoResult> {
    const envelope = await this.#restore('undo', given)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    return { ...restored(envelope), undoneCommitId: envelope.answer.data.undone }
  }

  async redo(...given: [args?: api.WorkspaceUndoArguments & api.CallOptions]): Promise<api.WorkspaceRedoResult> {
    const envelope = await this.#restore('redo', given)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    return { ...restored(envelope), redoneCommitId: envelope.answer.data.redone }
  }

  async history(...given: [args?: api.HistoryArguments & api.CallOptions]): Promise<api.WorkspaceHistoryResult> {
    const { args, signal } = takeArguments('history', HISTORY_ARGUMENTS.history, given, ['signal'])
    const envelope = await this.#calls.call('history', args, signal)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    const { data, warnings } = envelope.answer
    return { ok: true, status: 'ok', ...fileHistory(data, envelope.omitted), warnings: toWarnings(warnings) }
  }

  async purgeHistory(...given: [options?: api.CallOptions]): Promise<api.WorkspacePurgeResult> {
    const { signal } = takeArguments('purgeHistory', {}, given, ['signal'])
    const envelope = await this.#calls.call('purge_history', { within: within() }, signal)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    const { data, warnings } = envelope.answer
    const purged = { commits: data.transactions, byteLength: data.bytes }
    return { ok: true, status: 'ok', ...purged, warnings: toWarnings(warnings) }
  }

  guard(command: string | readonly string[], options?: api.GuardOptions): Promise<api.GuardResult<api.CommandEnd>>
  guard<Value>(body: () => Value | Promise<Value>, options?: api.GuardOptions): Promise<api.GuardResult<Value>>
  guard<Value>(
    body: string | readonly string[] | (() => Value | Promise<Value>),
    options?: api.GuardOptions,
  ): Promise<api.GuardResult<Value | api.CommandEnd>> {
    return runGuard(this.#calls, this.roots, body, options)
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
    const { args, signal } = takeArguments(method, FILE_ARGUMENTS[tool], given, ['signal'])
    return this.call(tool, args, signal)
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
    const { args, signal } = takeArguments(name, HISTORY_ARGUMENTS[name], given, ['signal'])
    return this.#calls.call(name, { ...(args as object), within: within() }, signal)
  }
}

brand(Workspace, 'Workspace')

/** Makes a workspace. Where a class names itself, bundlers give it another name, which stacks would show. */
function made(...parts: [readonly string[], NativeCalls, api.WorkspaceOptions['onCall'], boolean]): Workspace {
  return Reflect.construct(Workspace, parts)
}

/** Calls the listener without waiting for it. */
function reportCall(onCall: NonNullable<api.WorkspaceOptions['onCall']>, record: api.CallRecord): void {
  const report = (thrown: unknown): void =>
    process.emitWarning(`onCall of a workspace threw: ${describe(thrown)}`, 'ScenewrightWarning')
  try {
    void Promise.resolve(onCall(record)).catch(report)
  } catch (thrown) {
    report(thrown)
  }
}

function restored({ answer }: Answered<'committed', TakenBack>): api.Restored {
  const { transactionId, files, overwritten, moreFiles, also } = answer.data
  return {
    ok: true,
    status: 'committed',
    commitId: transactionId,
    files: files.map(toFileChange),
    overwritten,
    ...(moreFiles !== undefined && { moreFiles }),
    ...(also && { also }),
    warnings: toWarnings(answer.warnings),
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
