import { resolve } from 'node:path'

import type * as api from '../index.js'
import { callAnchored, ShownLines } from './anchors.js'
import { brand } from './brand.js'
import { misuse, readOptions, reading, requireFunction, requireText, shown, signalOf } from './check.js'
import { fromNative, ScenewrightError } from './errors.js'
import { describe } from './events.js'
import {
  callRecord,
  patchResult,
  readResult,
  searchResult,
  toWireArguments,
  wireAnswer,
  type FileEnvelope,
} from './files.js'
import { rootFolders, stateFolder } from './folders.js'
import { gitEnvironment } from './git-environment.js'
import { adoptSnapshot, runGuard, takeSnapshot } from './guard.js'
import { native, readBinaries } from './native.js'
import { historyPage, toFileChange } from './shapes.js'
import { refusedResult, runTransaction, type FolderChanges } from './transaction.js'
import { within } from './verifying.js'
import {
  encodeArguments,
  isAnswered,
  parseState,
  renamed,
  withField,
  type Answered,
  type Envelope,
  type Failed,
} from './wire.js'
import type { FileTools, TakenBack, WorkspaceCalls } from './wire-types.js'
import { NativeCalls } from './workspace-calls.js'

const HOOKS = ['confirm', 'correct', 'permission'] as const

/** The typed face of one session on a workspace. What each member promises is documented in `types/workspace.d.ts`. */
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
    const given: Partial<api.WorkspaceOptions> = readOptions('Workspace.open', "{ root: 'folder' }", options)
    const { root, roots: several, stateDir, state, binaries, globalGitignore, ...rest } = given
    const { confirm, correct, permission, onCall, anchors = false, ...others } = rest
    if (typeof anchors !== 'boolean') {
      throw misuse(`Workspace.open: anchors must be true or false, got ${shown(anchors)}.`)
    }
    const roots = reading('Workspace.open: roots', () => rootFolders(root, several))
    const functions = { confirm, correct, permission, onCall }
    for (const [name, hook] of Object.entries(functions)) {
      if (hook !== undefined) requireFunction('Workspace.open', name, hook)
    }
    const { binding, runnerPath } = native(readBinaries('Workspace', binaries))
    const encoded = encodeArguments(
      {
        ...others,
        roots,
        runnerPath,
        stateDir: stateFolder(stateDir),
        git: gitEnvironment(globalGitignore),
        state: parseState('Workspace', state),
        hooks: HOOKS.filter((name) => functions[name] !== undefined),
      },
      Infinity,
    )
    if ('problem' in encoded) throw new ScenewrightError('invalid_input', `Workspace.open: ${encoded.problem}`)
    try {
      const calls = new NativeCalls(new binding.NativeWorkspace(encoded.json), functions)
      return new Workspace(roots, calls, onCall, anchors)
    } catch (thrown) {
      throw fromNative(thrown)
    }
  }

  async read(args: api.FileReadArguments, options?: api.CallOptions): Promise<api.FileReadResult> {
    return readResult(await this.#tool('Read', args, options))
  }

  async write(args: api.FileWriteArguments, options?: api.CallOptions): Promise<api.FileWriteResult> {
    return patchResult(await this.#tool('Write', args, options))
  }

  async edit(args: api.FileEditArguments, options?: api.CallOptions): Promise<api.FileEditResult> {
    return patchResult(await this.#tool('Edit', args, options))
  }

  async multiEdit(args: api.FileMultiEditArguments, options?: api.CallOptions): Promise<api.FileMultiEditResult> {
    return patchResult(await this.#tool('MultiEdit', args, options))
  }

  async glob(args: api.FileGlobArguments, options?: api.CallOptions): Promise<api.FileGlobResult> {
    return searchResult(await this.#tool('Glob', args, options))
  }

  async grep(args: api.FileGrepArguments, options?: api.CallOptions): Promise<api.FileGrepResult> {
    return searchResult(await this.#tool('Grep', args, options))
  }

  async ls(args: api.FileListArguments, options?: api.CallOptions): Promise<api.FileListResult> {
    return searchResult(await this.#tool('LS', args, options))
  }

  async notebookEdit(args: api.NotebookEditArguments, options?: api.CallOptions): Promise<api.NotebookEditResult> {
    return patchResult(await this.#tool('NotebookEdit', args, options))
  }

  async callTool(name: string, args: object = {}, options?: api.CallOptions): Promise<api.FileToolAnswer> {
    return wireAnswer(await this.call(name, args, signalOf('callTool', options)))
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
      isFresh: async (path: string) => path !== '' && (await this.checkFreshness(path)).isFresh,
      shown: this.#shown,
    }
    return callAnchored(own, name, args, signal)
  }

  async #callOwn(name: string, args: unknown, signal?: AbortSignal): Promise<FileEnvelope> {
    const startedAt = performance.now()
    const envelope = await this.#calls.callTool(name, args, signal)
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
    if (isAnswered(envelope)) return envelope.answer.data
    return { isFresh: false, conflict: false, error: refusedResult(envelope).error }
  }

  async modificationReminder(path: string): Promise<string | null> {
    requireText('modificationReminder', 'the path', path)
    return (await this.#ask('modification_reminder', { path })).reminder
  }

  async importantFiles(max?: number): Promise<api.ImportantFile[]> {
    return [...(await this.#ask('important_files', { max })).files]
  }

  async watch(path: string, options?: { readonly id?: string | undefined }): Promise<void> {
    requireText('watch', 'the path', path)
    const { id } = readOptions('watch', "{ id: 'agent' }", options)
    await this.#ask('watch', { path, id })
  }

  async unwatch(path: string, options?: { readonly id?: string | undefined }): Promise<void> {
    requireText('unwatch', 'the path', path)
    const { id } = readOptions('unwatch', "{ id: 'agent' }", options)
    await this.#ask('unwatch', { path, id })
  }

  async reset(): Promise<void> {
    await this.#ask('reset', {})
  }

  exportState(): string {
    return this.#calls.exportState()
  }

  on<Name extends keyof api.WorkspaceEvents>(
    name: Name,
    listener: (event: api.WorkspaceEvents[Name]) => void,
    options?: { readonly contents?: boolean | undefined },
  ): this {
    const { contents = false } = readOptions('on', '{ contents: true }', options)
    if (typeof contents !== 'boolean') throw misuse(`on: contents must be true or false, got ${shown(contents)}.`)
    this.#calls.listen(name, listener, contents)
    return this
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

  /** A transaction that makes and removes folders as well. */
  changeFolders(
    folders: FolderChanges,
    body: (tx: api.WorkspaceTransaction) => Promise<void>,
    options: api.TransactionOptions,
  ): Promise<api.TransactionResult<void>> {
    return runTransaction(this.#calls, body, options, folders)
  }

  async undo(args: api.WorkspaceUndoArguments = {}, options?: api.CallOptions): Promise<api.WorkspaceUndoResult> {
    return takenBack(await this.#takeBack('undo', args, options))
  }

  async redo(args: api.WorkspaceUndoArguments = {}, options?: api.CallOptions): Promise<api.WorkspaceRedoResult> {
    return takenBack(await this.#takeBack('redo', args, options))
  }

  async history(args: api.HistoryArguments = {}, options?: api.CallOptions): Promise<api.WorkspaceHistoryResult> {
    const envelope = await this.#calls.call('history', args, signalOf('history', options))
    if (!isAnswered(envelope)) return refusedResult(envelope)
    const { data, warnings = [] } = envelope.answer
    return { status: 'ok', ...historyPage(data, envelope.omitted), warnings }
  }

  async purgeHistory(options?: api.CallOptions): Promise<api.WorkspacePurgeResult> {
    const envelope = await this.#calls.call('purge_history', { within: within() }, options?.signal)
    if (!isAnswered(envelope)) return refusedResult(envelope)
    const { data, warnings = [] } = envelope.answer
    return { status: 'ok', ...data, warnings }
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

  close(): Promise<void> {
    return this.#calls.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #tool<Name extends api.FileToolName>(
    name: Name,
    args: unknown,
    options: api.CallOptions | undefined,
  ): Promise<FileEnvelope<FileTools[Name]>> {
    const signal = signalOf(name, options)
    return this.call(name, renamed(args, toWireArguments), signal)
  }

  /** The path that a call gave, which it may have been refused for. */
  #pathOf(args: unknown): string | undefined {
    const given = args as { readonly [name: string]: unknown } | null | undefined
    const path = given?.['file_path'] ?? given?.['notebook_path'] ?? given?.['path']
    return typeof path === 'string' ? resolve(this.roots[0] ?? '.', path) : undefined
  }

  /** Asks the freshness service. It has no refusals that are to be expected. */
  async #ask<Name extends keyof WorkspaceCalls>(name: Name, args: object): Promise<WorkspaceCalls[Name]['data']> {
    const envelope = await this.#calls.call(name, args)
    if (isAnswered(envelope)) return envelope.answer.data
    const { kind, message } = refusedResult(envelope).error
    throw new ScenewrightError(kind === 'closed' ? 'closed' : 'invalid_input', message)
  }

  #takeBack<Name extends 'undo' | 'redo'>(
    name: Name,
    args: api.WorkspaceUndoArguments,
    options: api.CallOptions | undefined,
  ): Promise<Envelope<WorkspaceCalls[Name]>> {
    const signal = signalOf(name, options)
    const own = reading('The arguments', () => withField(args, 'within', within()))
    return this.#calls.call(name, own, signal)
  }
}

brand(Workspace, 'Workspace')

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

function takenBack<Data extends TakenBack>(envelope: Answered<'committed', Data> | Failed) {
  if (!isAnswered(envelope)) return refusedResult(envelope)
  const { status, answer } = envelope
  const { files, ...data } = answer.data
  return { status, ...data, files: files.map(toFileChange), warnings: answer.warnings ?? [] }
}
