import { basename } from 'node:path'

import type * as api from '../../index.js'
import { openSession } from '../project.js'
import { openInBrowser } from '../view/open.js'
import { RunningViewFile, type RunningView } from '../view/running.js'
import { serveViews, type ViewedProject, type ViewSetup } from '../view/server.js'
import { shortPath } from './places.js'
import type { Output } from './terminal.js'

/** The arguments of the command. */
export interface ViewCommand extends ViewSetup {
  /** Open the page in a browser. */
  readonly open?: boolean | undefined
}

/** A folder, and the view of another process that serves it. */
interface Asked {
  readonly dir: string
  readonly file: RunningViewFile
  readonly running: RunningView | undefined
}

/**
 * Serves the live views of folders until a signal ends it, with a switch between them. Where another process serves one
 * already, its address is printed, and the switch leads there; where all are served, the command ends at once.
 */
export async function view(
  options: api.ProjectOptions,
  dirs: readonly string[],
  setup: ViewCommand,
  stdout: Output,
): Promise<number> {
  const readOnly = setup.readOnly === true
  const asked = await Promise.all([...new Set(dirs)].map((dir) => lookAt(dir, setup)))
  for (const { dir, running } of asked) if (running) printAddress(stdout, dir, running.url)
  const fresh = asked.filter(({ running }) => !running)
  const others = asked.flatMap(({ dir, running }) => (running ? [{ name: basename(dir), url: running.url }] : []))
  if (fresh.length === 0) {
    printRights(stdout, readOnly, 'It ends where it was started.')
    await openWhereAsked(setup, others[0]?.url, stdout)
    return 0
  }
  const projects: ViewedProject[] = []
  const openAt = (dir: string) => openSession({ ...options, root: dir })
  try {
    for (const { dir } of fresh) projects.push({ dir, ...openAt(dir) })
    const server = await serveViews(projects, openAt, { ...setup, others })
    server.urls.forEach((url, index) => {
      const { dir, file } = fresh[index] ?? {}
      if (dir === undefined) return
      file?.put({ url, readOnly })
      printAddress(stdout, dir, url, false)
    })
    printRights(stdout, readOnly, 'Press Ctrl-C to stop.')
    await openWhereAsked(setup, server.urls[0], stdout)
    await new Promise<void>((end) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => end())
    })
    for (const [index, url] of server.urls.entries()) fresh[index]?.file.remove(url)
    await server.close()
    return 0
  } finally {
    for (const { session } of projects) await session.close()
  }
}

async function lookAt(dir: string, { port, readOnly = false }: ViewCommand): Promise<Asked> {
  const file = new RunningViewFile(dir)
  const running = port === undefined ? await file.find() : undefined
  return { dir, file, running: running?.readOnly === readOnly ? running : undefined }
}

function printAddress(stdout: Output, dir: string, url: string, isRunning = true): void {
  const { style } = stdout
  stdout.line(`${style.green('live view')} of ${style.name(shortPath(dir))}${isRunning ? ', which runs already' : ''}`)
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
