import type * as api from '../../index.js'
import { openSession, projectFolder } from '../project.js'
import { serveView, type ViewSetup } from '../view/server.js'
import type { Output } from './terminal.js'

/** Serves the live view until a signal ends it. */
export async function view(options: api.ProjectOptions, setup: ViewSetup, stdout: Output): Promise<number> {
  const dir = projectFolder(options.dir)
  const opened = openSession({ ...options, dir })
  try {
    const server = await serveView(opened, dir, setup)
    const { style } = stdout
    stdout.line(`${style.green('live view')} of ${style.name(dir)}`)
    stdout.line(`  ${server.url}`)
    const may = setup.readOnly === true ? 'look and export' : 'look, undo, run and export'
    stdout.line(style.dim(`  Who has this address may ${may}. Ctrl-C ends it.`))
    await new Promise<void>((end) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => end())
    })
    await server.close()
    return 0
  } finally {
    await opened.session.close()
  }
}
