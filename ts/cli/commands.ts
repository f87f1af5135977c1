import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type * as api from '../../index.js'
import { ScenewrightError } from '../errors.js'
import { VERSION } from '../native.js'
import { openSession, Project, projectFolder } from '../project.js'
import { shapedResult, wholeFile } from '../results.js'
import { Workspace } from '../workspace.js'
import { helpOf, type Command, type Place } from './arguments.js'
import { doctor } from './doctor.js'
import { serveProjects, serveWorkspace } from './serve.js'
import { formatEntry, formatError, formatFiles, formatScene, indent, Output } from './terminal.js'

const stdout = new Output(process.stdout)
const stderr = new Output(process.stderr)

/** Does what a command line asks for, and answers the exit code. */
export async function execute(command: Command): Promise<number> {
  switch (command.name) {
    case 'help':
      stdout.line(helpOf(command.of).trimEnd())
      return 0
    case 'version':
      stdout.line(VERSION)
      return 0
    case 'doctor':
      return doctor(command.json, command.files, stdout)
    case 'mcp':
      await serveProjects(command.projects, command.options, command.serving)
      return 0
    case 'files':
      await serveWorkspace(command.options, command.names, command.serving)
      return 0
    case 'run':
      return withProject(command.options, (project, options) => run(project, options, command.args))
    case 'apply':
      return withProject(command.options, (project, options) => apply(project, options, changesIn(command)))
    case 'check':
      return withProject(command.options, (project, options) =>
        check(project, options, { ...changesIn(command), ...parametersIn(command) }, command.output),
      )
    case 'history':
      return withHistory(command.options, (opened, options) => history(opened, options, command.page))
    case 'purge':
      return withHistory(command.options, purge)
    case 'undo':
    case 'redo':
      return withHistory(command.options, (opened, options) => takeBack(opened, options, command.name, command.which))
    case 'render':
      return withProject(command.options, (project, options) =>
        render(project, options, command.output, command.picture),
      )
    case 'view': {
      // Only this command pays for loading the page's server.
      const { view } = await import('./view.js')
      return view(command.options, command, stdout)
    }
    case 'export':
      return exportScene(command.options, command.output, command.file)
  }
}

async function run(project: Project, options: api.CallOptions, args: api.RunArguments): Promise<number> {
  const result = await project.run(args, options)
  for (const line of result.logs) stdout.foreign(line)
  report(result)
  if (result.status !== 'committed') return 1
  const { style } = stdout
  stdout.line(`${style.green('committed')} ${style.name(project.dir)}`)
  stdout.line(indent(formatScene(result.scene, style)))
  return 0
}

async function apply(project: Project, options: api.CallOptions, args: api.ApplyArguments): Promise<number> {
  const result = await project.apply(args, options)
  for (const line of result.logs) stdout.foreign(line)
  report(result)
  if (result.status !== 'committed') return 1
  writeChanges(`${stdout.style.green('committed')} ${result.transactionId}`, result)
  return 0
}

async function check(
  project: Project,
  options: api.CallOptions,
  { changes, parameters }: api.CheckArguments,
  output: string | undefined,
): Promise<number> {
  const result = await project.check({ changes, parameters }, options)
  // A picture on stdout stands alone there.
  const out = output === '-' ? stderr : stdout
  for (const line of result.logs) out.foreign(line)
  report(result)
  if (result.status !== 'ok') return 1
  writeChanges(`${out.style.green('runs')}, and nothing was saved`, result, out)
  if (output !== undefined && result.png) deliver(output, result.png)
  return 0
}

/** The values of parameters on the command line, where there are any. */
function parametersIn({ parameters }: { parameters?: api.ParameterValues | undefined }): api.RunArguments {
  return parameters === undefined ? {} : { parameters }
}

/** The changes of a file, which may hold a message as well. */
function changesIn({ changes: file, message }: { changes: string; message?: string | undefined }): api.ApplyArguments {
  const shown = file === '-' ? 'stdin' : file
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError('invalid_input', `Could not read changes from ${shown}: ${reason}`, { cause })
  }
  const args = (Array.isArray(given) ? { changes: given } : given) as api.ApplyArguments
  return message === undefined ? args : { ...args, message }
}

function writeChanges(
  headline: string,
  result: { readonly files: readonly api.FileChange[]; readonly scene?: api.CheckedScene | undefined },
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
  const result = await opened.history(page, options)
  report({ logs: [], ...result })
  if (result.status === 'refused') return 1
  const { style } = stdout
  for (const entry of result.rows) {
    stdout.line(formatEntry(entry, style))
    if (entry.diff !== undefined) stdout.foreign(`\n${entry.diff.trimEnd()}`)
  }
  if (result.total === 0) stdout.line('No change was committed yet.')
  if (result.next) stdout.line(style.dim(`… and ${result.next.left} older: ask for more with --limit.`))
  return 0
}

async function purge(opened: Project | Workspace, options: api.CallOptions): Promise<number> {
  const result = await opened.purgeHistory(options)
  report({ logs: [], ...result })
  if (result.status === 'refused') return 1
  const { transactions, bytes } = result
  const count = transactions === 1 ? '1 transaction' : `${transactions} transactions`
  process.stdout.write(`Removed for good: ${count}, ${bytes} bytes. Nothing before can be undone.\n`)
  return 0
}

async function takeBack(
  opened: Project | Workspace,
  options: api.CallOptions,
  name: 'undo' | 'redo',
  which: api.UndoArguments,
): Promise<number> {
  const result = { logs: [], ...(await opened[name](which, options)) }
  for (const line of result.logs) stdout.foreign(line)
  report(result)
  if (result.status !== 'committed') return 1
  const [done, id] = 'undone' in result ? ['undone', result.undone] : ['redone', result.redone]
  writeChanges(`${stdout.style.green(done)} ${id}`, result)
  return 0
}

async function render(
  project: Project,
  options: api.CallOptions,
  output: string,
  picture: api.RenderArguments,
): Promise<number> {
  const result = await project.render(picture, options)
  report(result)
  if (result.status === 'refused') return 1
  deliver(output, result.png)
  stderr.line(`${stderr.style.name(output)}: ${result.width} x ${result.height} pixels`)
  return 0
}

async function exportScene(options: api.ProjectOptions, output: string, file: api.ExportArguments): Promise<number> {
  const { session } = openSession({ ...options, dir: projectFolder(options.dir) })
  try {
    // The tool keeps answers small for its clients; a file may be of any size.
    const result = shapedResult(await session.exportWhole(file, interruption()), (answered) => ({
      content: wholeFile(answered),
    }))
    report(result)
    if (result.status === 'refused') return 1
    deliver(output, result.content)
    return 0
  } finally {
    await session.close()
  }
}

/** Warnings, and the error when there is one, go to stderr. */
function report(result: api.ResultNotes & { readonly error?: api.ErrorDetails }): void {
  const { style } = stderr
  for (const warning of result.warnings) stderr.line(`${style.yellow('warning')}: ${style.plain(warning)}`)
  if (result.error) stderr.line(formatError(result.error, style))
}

function deliver(output: string, bytes: Buffer): void {
  if (output === '-') stdout.file(bytes)
  else writing(output, () => writeFileSync(output, bytes))
}

function writing(output: string, write: () => void): void {
  try {
    write()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError('invalid_input', `Could not write ${output}: ${reason}`, { cause })
  }
}

/** Ctrl-C cancels the call in flight, which is then refused like any other. */
async function withProject(
  options: api.ProjectOptions,
  use: (project: Project, callOptions: api.CallOptions) => Promise<number>,
): Promise<number> {
  const project = await Project.open(options)
  try {
    return await use(project, { signal: interruption() })
  } finally {
    await project.close()
  }
}

/** Opens what has a history: a project, which must be one, or the folders of the file tools. */
async function withHistory(
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
  requireScene(projectFolder(place.project.dir))
  return withProject(place.project, use)
}

/** A folder without a scene has no history of one, and an empty answer would hide that it is the wrong folder. */
function requireScene(dir: string): void {
  if (['scene.code.js', 'modules', '.scenewright'].some((name) => existsSync(join(dir, name)))) return
  throw new ScenewrightError(
    'invalid_input',
    `There is no scene in ${dir}: it has no scene.code.js. Name the folder of the project, or give --root ${dir} for the ` +
      'history of the file tools.',
  )
}

/** Aborts when the person at the terminal asks for it. */
function interruption(): AbortSignal {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  return interrupted.signal
}
