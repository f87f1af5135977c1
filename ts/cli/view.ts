import type * as api from '../../index.js'
import { openSession } from '../project.js'
import { openInBrowser } from '../view/open.js'
import { RunningViewFile } from '../view/running.js'
import { serveView, type ViewSetup } from '../view/server.js'
import { shortPath } from './places.js'
import type { Output } from './terminal.js'

/** How the command was called. */
export interface ViewCommand extends ViewSetup {
  /** Open the page in a browser. */
  readonly open?: boolean | undefined
}

/** Serves the live view until a signal ends it. Where one runs already, says its address and ends at once. */
export async function view(
  options: api.ProjectOptions & { readonly root: string },
  setup: ViewCommand,
  stdout: Output,
): Promise<number> {
  const { root: dir } = options
  const file = new RunningViewFile(dir)
  const readOnly = setup.readOnly === true
  const running = setup.port === undefined ? await file.find() : undefined
  if (running?.readOnly === readOnly) {
    printAddress(stdout, dir, running.url, readOnly, true)
    await openWhereAsked(setup, running.url, stdout)
    return 0
  }
  const opened = openSession(options)
  try {
    const server = await serveView(opened, dir, setup)
    file.put({ url: server.url, readOnly })
    printAddress(stdout, dir, server.url, readOnly, false)
    await openWhereAsked(setup, server.url, stdout)
    await new Promise<void>((end) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => end())
    })
    file.remove(server.url)
    await server.close()
    return 0
  } finally {
    await opened.session.close()
  }
}

function printAddress(stdout: Output, dir: string, url: string, readOnly: boolean, isRunning: boolean): void {
  const { style } = stdout
  stdout.line(`${style.green('live view')} of ${style.name(shortPath(dir))}${isRunning ? ', which runs already' : ''}`)
  stdout.line(`  ${url}`)
  const may = readOnly ? 'view and export' : 'view, undo, change measures, run and export'
  const stop = isRunning ? 'It ends where it was started.' : 'Press Ctrl-C to stop.'
  stdout.line(style.dim(`  Open this address in a browser on this machine. Anyone with it can ${may}. ${stop}`))
}

async function openWhereAsked({ open }: ViewCommand, url: string, stdout: Output): Promise<void> {
  if (open !== true || (await openInBrowser(url))) return
  stdout.line(stdout.style.dim('  No browser could be started here: open the address yourself.'))
}
