import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type * as api from '../../index.js'
import { withEnvironment } from '../limits.js'
import { openSession } from '../project.js'
import { joinServer } from '../view/joining.js'
import { openInBrowser } from '../view/open.js'
import { addressOf, LastAddress, type Address } from '../view/last-address.js'
import type { OtherPage, ViewedProject } from '../view/project-view.js'
import { RunningViewFile, type RunningView } from '../view/running.js'
import { serveViews, type Addresses, type ViewServer, type ViewSetup } from '../view/server.js'
import { shortPath } from './places.js'
import type { Output } from './terminal.js'

/** The arguments of the command. */
interface ViewCommand extends ViewSetup {
  /** Open the page in a browser. */
  readonly open?: boolean | undefined
}

/** A folder, and the view of another process that serves it. */
interface Asked {
  readonly dir: string
  readonly file: RunningViewFile
  readonly running: RunningView | undefined
  /** The address that its page has next time; absent for a page on any port, which is for once. */
  readonly last: LastAddress | undefined
  /** True if the folder was not there, as where its name is mistyped. */
  readonly isNew: boolean
}

/** The projects that a command shows. */
interface Wanted {
  readonly options: api.ProjectOptions
  readonly setup: ViewCommand
  readonly dirs: readonly string[]
  /** Pages that other processes serve. */
  readonly others: readonly OtherPage[]
}

/** Pages of the projects, in a server of this command or in one that runs. */
interface Shown {
  readonly urls: readonly string[]
  readonly isJoined: boolean
  /** Resolves when the server of another command ends. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** How often a command whose server ended looks for the one that another command starts, and the pause between. */
const MAX_LOOKS = 10
const LOOK_PAUSE_MS = 150

/**
 * Shows the live views of folders until a signal ends it, with a switch between them: in the page that another command of
 * this user serves, else in one of its own. The address of a folder that has a page already is printed; where all have one,
 * the command ends at once.
 */
export async function view(
  options: api.ProjectOptions,
  dirs: readonly string[],
  setup: ViewCommand,
  stdout: Output,
): Promise<number> {
  const readOnly = setup.readOnly === true
  const asked = await Promise.all([...new Set(dirs)].map((dir) => lookAt(dir, setup)))
  for (const { dir, running } of asked) if (running) printAddress(stdout, dir, running.url, ', which runs already')
  const fresh = asked.filter(({ running }) => !running)
  const others = asked.flatMap(({ dir, running }) => (running ? [{ name: basename(dir), url: running.url }] : []))
  if (fresh.length === 0) {
    printRights(stdout, readOnly, 'Stop it with Ctrl-C in the shell that started it.')
    await openWhereAsked(setup, others[0]?.url, stdout)
    return 0
  }
  const stopped = signalled()
  const wanted = { options, setup, dirs: fresh.map(({ dir }) => dir), others }
  const known = fresh.map(({ last }) => last?.read())
  let shown = (await join(wanted, known)) ?? (await serve(wanted, addressesOf(known)))
  note(fresh, shown, readOnly)
  printPages(stdout, fresh, shown, readOnly)
  await openWhereAsked(setup, shown.urls[0], stdout)
  while (!(await Promise.race([stopped.then(() => true), shown.ended.then(() => false)]))) {
    const before = shown.urls
    shown = await showAgain(wanted, before)
    note(fresh, shown, readOnly)
    const isSame = shown.urls.every((url, index) => url === before[index])
    stdout.line(
      `The command that served this page ended. ${isSame ? 'The address stays the same.' : 'The address is now:'}`,
    )
    if (!isSame) printPages(stdout, fresh, shown, readOnly)
  }
  for (const [index, { file }] of fresh.entries()) file.remove(shown.urls[index] ?? '')
  await shown.stop()
  return 0
}

async function lookAt(dir: string, { port, readOnly = false }: ViewCommand): Promise<Asked> {
  const file = RunningViewFile.ofProject(dir)
  const running = port === undefined ? await file.find() : undefined
  const last = port === 0 ? undefined : LastAddress.of(dir, { port, readOnly })
  const isNew = !existsSync(dir)
  return { dir, file, last, isNew, running: running?.readOnly === readOnly ? running : undefined }
}

/** The addresses on the port of the first project; of others there, where they had that port too. */
function addressesOf(known: readonly (Address | undefined)[]): Addresses | undefined {
  const port = known.find((address) => address !== undefined)?.port
  return port === undefined ? undefined : { port, tokens: tokensAt(port, known) }
}

function tokensAt(port: number, known: readonly (Address | undefined)[]): (string | undefined)[] {
  return known.map((address) => (address?.port === port ? address.token : undefined))
}

/** Resolves at the first signal to end. */
function signalled(): Promise<void> {
  return new Promise((end) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => end())
  })
}

/** Hands the projects over to a server that runs; undefined if there is none, or the person wants a port of their own. */
async function join(
  { options, setup, dirs }: Wanted,
  known: readonly (Address | undefined)[],
): Promise<Shown | undefined> {
  if (setup.port !== undefined) return undefined
  const running = await RunningViewFile.ofUser(setup.readOnly === true).find()
  if (!running) return undefined
  const tokens = tokensAt(Number(new URL(running.url).port), known)
  const asked = dirs.map((dir, index) =>
    joinServer(running.url, { dir, options: forOthers(options), token: tokens[index] }),
  )
  const joined = (await Promise.all(asked)).flatMap((it) => (it ? [it] : []))
  const stop = async (): Promise<void> => {
    for (const { leave } of joined) leave()
  }
  if (joined.length < dirs.length) {
    await stop()
    return undefined
  }
  return { urls: joined.map(({ url }) => url), isJoined: true, ended: Promise.race(joined.map((it) => it.ended)), stop }
}

/** The options as they mean the same in another process, which has another folder and another environment. */
function forOthers({ limits, fonts, ...rest }: api.ProjectOptions): object {
  const own = withEnvironment(limits)
  const dirs = fonts?.dirs?.map((dir) => resolve(dir))
  return { ...rest, ...(own && { limits: own }), ...(fonts && { fonts: { ...fonts, ...(dirs && { dirs }) } }) }
}

/** Serves the projects, under the addresses that they had where there are such. */
async function serve(
  { options, setup, dirs, others }: Wanted,
  before: Addresses | undefined,
  port = setup.port,
): Promise<Shown> {
  const readOnly = setup.readOnly === true
  const projects = dirs.map((dir) => opened(options, dir))
  const closeAll = async (): Promise<void> => {
    for (const { session } of projects) await session.close()
  }
  let server: ViewServer
  try {
    server = await serveViews(projects, opened, { port, readOnly, others, before })
  } catch (thrown) {
    await closeAll()
    throw thrown
  }
  const record = RunningViewFile.ofUser(readOnly)
  // A command that asks for any port, and not for the running page, gets a page of its own.
  if (setup.port !== 0 && !(await record.find())) record.put({ url: server.control, readOnly })
  const stop = async (): Promise<void> => {
    record.remove(server.control)
    await server.close()
    await closeAll()
  }
  return { urls: server.urls, isJoined: false, ended: new Promise(() => {}), stop }
}

function opened(options: api.ProjectOptions, dir: string): ViewedProject {
  const openAt = (root: string) => openSession({ ...options, root })
  return { dir, openAt, ...openAt(dir) }
}

/** Shows the projects after their server ended, under the same addresses if that can be: open pages find them again. */
async function showAgain(wanted: Wanted, urls: readonly string[]): Promise<Shown> {
  const known = urls.map(addressOf)
  const before = addressesOf(known)
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const joined = await join(wanted, known)
    if (joined) return joined
    try {
      return await serve(wanted, before, before?.port)
    } catch {
      // Another command whose server ended was faster: its record comes with the next look.
      await pause(LOOK_PAUSE_MS)
    }
  }
  return serve(wanted, undefined, 0)
}

/** Records the addresses: in the projects for other commands, and for the next start. */
function note(asked: readonly Asked[], { urls }: Shown, readOnly: boolean): void {
  for (const [index, { file, last }] of asked.entries()) {
    const url = urls[index] ?? ''
    file.put({ url, readOnly })
    last?.put(addressOf(url))
  }
}

function printPages(stdout: Output, asked: readonly Asked[], shown: Shown, readOnly: boolean): void {
  const { urls, isJoined } = shown
  for (const [index, { dir, isNew }] of asked.entries()) {
    const state = `${isNew ? ', a new folder' : ''}${isJoined ? ', in the page that runs already' : ''}`
    printAddress(stdout, dir, urls[index] ?? '', state)
  }
  printRights(stdout, readOnly, isJoined ? 'Press Ctrl-C to take it off that page.' : 'Press Ctrl-C to stop.')
}

function printAddress(stdout: Output, dir: string, url: string, state: string): void {
  const { style } = stdout
  stdout.line(`${style.green('live view')} of ${style.name(shortPath(dir))}${state}`)
  stdout.line(`  ${url}`)
}

function printRights(stdout: Output, readOnly: boolean, stop: string): void {
  const may = readOnly ? 'view and export' : 'view, undo, change measures, run and export'
  const words = `  Open this address in a browser on this machine. Anyone with it can ${may}. ${stop}`
  stdout.line(stdout.style.dim(words))
}

async function openWhereAsked({ open }: ViewCommand, url: string | undefined, stdout: Output): Promise<void> {
  if (open !== true || url === undefined || (await openInBrowser(url))) return
  stdout.line(stdout.style.dim('  No browser could be started here: open the address yourself.'))
}
