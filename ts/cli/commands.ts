import { readFileSync, writeFileSync } from 'node:fs'

import type * as api from '../../index.js'
import { ScenewrightError } from '../errors.js'
import { writing } from '../export-file.js'
import { VERSION } from '../native.js'
import { openSession, Project } from '../project.js'
import { checkResult, errorOf, filesResult, shapedResult, wholeFile } from '../results.js'
import { isAnswered, type Envelope } from '../wire.js'
import { Workspace } from '../workspace.js'
import type { Command, FolderOptions, Place } from './arguments.js'
import { CommandError } from './command-error.js'
import { doctor } from './doctor.js'
import { exampleNames } from './examples.js'
import { helpOf } from './help.js'
import { commandFolder, diskPath, holdsProject, MAIN_FILE, serverFolder, shortPath } from './places.js'
import { Progress } from './progress.js'
import { serveProjects, serveWorkspace } from './serve.js'
import type { LintCommand } from './lint-arguments.js'
import { clientNames } from './setup-clients.js'
import { errorForShell, warningsForShell } from './shell-words.js'
import { formatEntry, formatError, formatFiles, formatScene, indent, Output, type ChangedFile } from './terminal.js'

/** The exit code of a check that could not run. */
const UNCHECKED = 2

const stdout = new Output(process.stdout)
const stderr = new Output(process.stderr)

/** Runs a command, and returns the exit code. */
export async function execute(command: Command): Promise<number> {
  switch (command.name) {
    case 'help':
      stdout.line(helpOf(command.of, { examples: exampleNames(), clients: clientNames() }).trimEnd())
      return 0
    case 'version':
      stdout.line(VERSION)
      return 0
    case 'doctor':
      return doctor(command.json, command.files, stdout)
    case 'mcp':
      await serveProjects(withFolders(command.projects), command.options, command.serving)
      return 0
    case 'files':
      await serveWorkspace(command.options, command.names, command.serving)
      return 0
    case 'run':
      return withProject(command, (project, options) => run(project, options, command.args))
    case 'apply':
      return withProject(unasked(command), (project, options) => apply(project, options, changesIn(command)))
    case 'check':
      return withProject(unasked(command), (project, options) =>
        check(project, options, { ...changesIn(command), ...parametersIn(command) }, command.output),
      )
    case 'history':
      return withHistory(command.name, command.options, (opened, options) => history(opened, options, command.page))
    case 'purge':
      return withHistory('history', command.options, purge)
    case 'undo':
    case 'redo':
      return withHistory(command.name, command.options, (opened, options) =>
        reverse(opened, options, command.name, command.which),
      )
    case 'guard': {
      const { guard } = await import('./guard.js')
      return guard(command, stderr)
    }
    case 'snapshot': {
      const { snapshot } = await import('./guard.js')
      return snapshot(command, stdout, stderr)
    }
    case 'adopt': {
      const { adopt } = await import('./guard.js')
      return adopt(command, stdout, stderr)
    }
    case 'fork':
    case 'forks':
    case 'merge':
    case 'discard': {
      const { forking } = await import('./forks.js')
      return forking(command, stdout, stderr)
    }
    case 'render':
      return withProject(command, (project, options) => render(project, options, command.output, command.picture))
    case 'view': {
      // Loaded here, so that no other command pays for it.
      const { view } = await import('./view.js')
      const dirs = [command.options.root, ...command.others].map(serverFolder)
      return view(command.options, dirs, command, stdout)
    }
    case 'init': {
      const { init } = await import('./init.js')
      return init(command.dir, command.example, stdout)
    }
    case 'demo': {
      const { demo } = await import('./demo.js')
      return demo(command.example, command, stdout)
    }
    case 'setup': {
      const { setup } = await import('./setup.js')
      return setup(command, stdout, stderr)
    }
    case 'lint':
      return lint(command)
    case 'report':
      return withProject(unasked(command), async (project, options) => {
        const { writeReport } = await import('./report.js')
        const result = await project.report({ ...command.args, ...options })
        report(result, project)
        if (!result.ok) return 1
        return writeReport(result, command, (bytes) => deliver(command.output, bytes))
      })
    case 'sweep': {
      const { sweep } = await import('./sweep.js')
      const dir = commandFolder('sweep', command.options.root)
      return sweep({ ...command, options: { ...command.options, root: dir } }, interruption(), stdout, stderr)
    }
    case 'export':
      return exportScene(command.options, command.output, command.file)
  }
}

async function run(project: Project, options: api.CallOptions, args: api.RunArguments): Promise<number> {
  const result = await project.run({ ...args, ...options })
  for (const line of result.logs) stdout.foreign(line)
  report(result, project)
  if (result.status !== 'committed') return 1
  const { style } = stdout
  stdout.line(`${style.green('committed')} ${style.name(shortPath(project.root))}`)
  stdout.line(indent(formatScene(result.scene, style)))
  return 0
}

/** A file of changes uses the tool's names: a model may have written it. */
async function apply(project: Project, { signal, onEvent }: api.ProjectCallOptions, args: object): Promise<number> {
  const envelope = await project.door.session.call('apply', args, signal, onEvent)
  const result = withToolMessage(filesResult(envelope), envelope)
  for (const line of result.logs) stdout.foreign(line)
  report(result, project)
  if (result.status !== 'committed') return 1
  writeChanges(`${stdout.style.green('committed')} ${result.commitId}`, result)
  return 0
}

async function check(
  project: Project,
  { signal, onEvent }: api.ProjectCallOptions,
  args: object,
  output: string | undefined,
): Promise<number> {
  const envelope = await project.door.session.call('check', args, signal, onEvent)
  const result = withToolMessage(checkResult(envelope), envelope)
  // A picture on stdout is the only output there.
  const out = output === '-' ? stderr : stdout
  for (const line of result.logs) out.foreign(line)
  report(result, project)
  if (result.status !== 'ok') return 1
  writeChanges(`${out.style.green('runs')}, and nothing was saved`, result, out)
  if (output !== undefined && result.png) deliver(output, result.png)
  return 0
}

/** The result with the tool's message, which uses the same names as the file of changes. */
function withToolMessage<Result extends { readonly ok: boolean }>(result: Result, envelope: Envelope): Result {
  if (isAnswered(envelope)) return result
  const { message } = errorOf(envelope)
  const { error } = result as Result & { readonly error: api.SceneFailure }
  return { ...result, error: { ...error, message } }
}

/** The values of parameters of a check, under the names of the tool. */
function parametersIn({ parameters, setName }: Pick<api.CheckArguments, 'parameters' | 'setName'>): object {
  return { ...(parameters !== undefined && { parameters }), ...(setName !== undefined && { set_name: setName }) }
}

/** The changes in a file, which may also contain a message. */
function changesIn({ changes: file, message }: { changes: string; message?: string | undefined }): object {
  const shown = file === '-' ? 'stdin' : file
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError('invalid_input', `Could not read changes from ${shown}: ${reason}`, { cause })
  }
  const args = (Array.isArray(given) ? { changes: given } : given) as object
  return message === undefined ? args : { ...args, message }
}

function writeChanges(
  headline: string,
  result: { readonly files: readonly ChangedFile[]; readonly scene?: api.CheckedScene | undefined },
  out = stdout,
): void {
  out.line(headline)
  out.line(indent(formatFiles(result.files, out.style)))
  if (result.scene) out.line(indent(formatScene(result.scene, out.style)))
}

async function history(
  opened: Project | Workspace,
  options: api.CallOptions,
  page: api.HistoryArguments,
): Promise<number> {
  const result = await opened.history({ ...page, ...options })
  report({ logs: [], ...result }, opened)
  if (result.status === 'refused') return 1
  const { style } = stdout
  for (const entry of result.rows) {
    stdout.line(formatEntry(entry, style))
    // A program gets the patch unchanged: git applies it to the bytes of the files.
    if (entry.diff !== undefined) stdout.file(`\n${entry.diff}`)
  }
  if (result.total === 0) stdout.line('No changes yet.')
  if (result.nextOffset !== undefined) {
    stdout.line(style.dim(`… and ${result.total - result.nextOffset} older: list more with --limit N.`))
  }
  return 0
}

async function purge(opened: Project | Workspace, { signal }: api.CallOptions): Promise<number> {
  const result = await opened.purgeHistory({ signal })
  report({ logs: [], ...result }, opened)
  if (result.status === 'refused') return 1
  const { commits, byteLength } = result
  const count = commits === 1 ? '1 commit' : `${commits} commits`
  stdout.line(`Removed for good: ${count}, ${byteLength} bytes. Nothing before can be undone.`)
  return 0
}

async function reverse(
  opened: Project | Workspace,
  options: api.CallOptions,
  name: 'undo' | 'redo',
  which: api.WorkspaceUndoArguments,
): Promise<number> {
  const result = { logs: [], ...(await opened[name]({ ...which, ...options })) }
  for (const line of result.logs) stdout.foreign(line)
  report(result, opened)
  if (result.status !== 'committed') return 1
  if ('alsoUndoneCommitIds' in result && result.alsoUndoneCommitIds !== undefined) {
    for (const id of result.alsoUndoneCommitIds) stdout.line(`${stdout.style.green('undone')} ${id}`)
  }
  const [done, id] = 'undoneCommitId' in result ? ['undone', result.undoneCommitId] : ['redone', result.redoneCommitId]
  writeChanges(`${stdout.style.green(done)} ${id}`, result)
  return 0
}

async function render(
  project: Project,
  options: api.CallOptions,
  output: string,
  picture: api.RenderArguments,
): Promise<number> {
  const result = await project.render({ ...picture, ...options })
  report(result, project)
  if (result.status === 'refused') return 1
  deliver(output, result.png)
  stderr.line(`${stderr.style.name(output)}: ${result.width} x ${result.height} pixels`)
  return 0
}

async function lint(command: LintCommand): Promise<number> {
  const { fixProject, lintDrawing, showReport } = await import('./lint.js')
  try {
    if (command.path !== undefined) return await lintDrawing(command.path, command, stdout, stderr)
    return await withProject(unasked(command), async (project, options) => {
      const fixed = command.fix ? await fixProject(project, command, options) : undefined
      if (fixed) report(fixed, project)
      if (fixed?.status === 'committed') {
        writeChanges(`${stderr.style.green('repaired')} ${fixed.commitId}`, fixed, stderr)
        const entry = await project.history({ commitId: fixed.commitId, ...options })
        const rows = entry.status === 'ok' ? entry.rows : []
        for (const { diff } of rows) if (diff !== undefined) stderr.line(diff.trimEnd())
      }
      const result = await project.lint({ ...command.args, ...options })
      report(result, project)
      if (result.status === 'refused') return UNCHECKED
      if (command.fix && !fixed) stderr.line(`${shortPath(project.root)}: nothing can be repaired without a decision`)
      return showReport(result, shortPath(project.root), command.format, stdout)
    })
  } catch (thrown) {
    // The exit code alone separates a drawing with errors from one that could not be checked.
    if (!(thrown instanceof ScenewrightError || thrown instanceof CommandError)) throw thrown
    stderr.line(`${stderr.style.red('scenewright lint')}: ${stderr.style.plain(thrown.message)}`)
    return UNCHECKED
  }
}

async function exportScene(options: FolderOptions, output: string, file: api.ExportArguments): Promise<number> {
  const dir = commandFolder('export', options.root)
  const { session } = openSession({ ...options, root: dir })
  const progress = new Progress('drawing', process.stderr)
  try {
    // The tool keeps answers small for its clients; a file may be of any size.
    const result = shapedResult(await session.exportWhole(file, interruption(), progress.listen), (answered) => ({
      content: wholeFile(answered),
    }))
    progress.end()
    report(result, { root: dir })
    if (result.status === 'refused') return 1
    deliver(output, result.content)
    return 0
  } finally {
    progress.end()
    await session.close()
  }
}

/** Warnings and errors go to stderr. */
function report(
  result: api.ResultNotes & { readonly error?: api.SceneFailure | api.FileFailure },
  opened: Project | Workspace | { readonly root: string },
): void {
  const dir = 'root' in opened ? opened.root : undefined
  const { style } = stderr
  for (const warning of warningsForShell(result.warnings.map(({ message }) => message))) {
    stderr.line(`${style.yellow('warning')}: ${style.plain(warning)}`)
  }
  if (!result.error) return
  const { path: named, ...error } = { path: undefined, ...result.error }
  const file = named ?? ('file' in error ? error.file : undefined)
  const path = dir === undefined ? undefined : diskPath(dir, file)
  stderr.line(formatError(errorForShell({ ...error, ...(file !== undefined && { file }) }, dir), style, path))
}

function deliver(output: string, bytes: Buffer): void {
  if (output === '-') stdout.file(bytes)
  else writing(output, () => writeFileSync(output, bytes))
}

/** The author of a file of changes has not read the files through a tool. */
function unasked<Asked extends { readonly options: FolderOptions }>(command: Asked): Asked {
  return { ...command, options: { readFirst: 'off', ...command.options } }
}

/** The folders of the projects of a server; one without a name may be the project of the current folder. */
function withFolders(projects: ReadonlyMap<string, string | undefined>): ReadonlyMap<string, string | undefined> {
  return new Map([...projects].map(([name, dir]) => [name, serverFolder(dir)]))
}

/** Ctrl-C cancels the call in flight, which is then refused as cancelled. */
async function withProject(
  { name, options }: { readonly name: string; readonly options: FolderOptions },
  use: (project: Project, callOptions: api.ProjectCallOptions) => Promise<number>,
): Promise<number> {
  const project = await Project.open({ ...options, root: commandFolder(name, options.root) })
  // A terminal most often belongs to a person; a program without one counts as a client of the tools.
  if (process.stdin.isTTY) project.door.session.author = 'person'
  const progress = new Progress('starting', process.stderr)
  try {
    return await use(project, {
      signal: interruption(),
      onEvent: progress.listen,
    })
  } finally {
    progress.end()
    await project.close()
  }
}

/** Opens the owner of a history: a project, which must exist, or the folders of the file tools. */
async function withHistory(
  name: string,
  place: Place,
  use: (opened: Project | Workspace, callOptions: api.CallOptions) => Promise<number>,
): Promise<number> {
  if ('roots' in place) {
    const workspace = await Workspace.open({ roots: place.roots })
    try {
      return await use(workspace, { signal: interruption() })
    } finally {
      await workspace.close()
    }
  }
  const dir = commandFolder(name, place.project.root)
  requireProject(dir)
  return withProject({ name, options: { ...place.project, root: dir } }, use)
}

/** A folder without a scene has no history, and an empty answer would hide that it is the wrong folder. */
function requireProject(dir: string): void {
  if (holdsProject(dir)) return
  throw new CommandError(
    `There is no project in ${dir}: it has no ${MAIN_FILE}. Name the folder of one, or give --root ${dir} for the history ` +
      'of the file tools.',
  )
}

/** Aborts when the person at the terminal asks for it. */
function interruption(): AbortSignal {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  return interrupted.signal
}
