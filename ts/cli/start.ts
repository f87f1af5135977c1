import { Console } from 'node:console'

import { ScenewrightError } from '../errors.js'
import { describe } from '../events.js'
import { CommandError } from './command-error.js'
import { Output } from './terminal.js'
import { UsageError } from './usage-error.js'

/** Runs a command of the command line, which returns the exit code. */
export type Run = (argv: readonly string[], stdout: Output, stderr: Output) => Promise<number>

/** Runs the command line, and ends the process after all output is written. */
export async function start(run: Run): Promise<void> {
  // On the MCP server stdout belongs to the protocol, whatever a dependency may want to print.
  globalThis.console = new Console(process.stderr, process.stderr)
  let failure: NodeJS.ErrnoException | undefined
  const failed = (error: NodeJS.ErrnoException | null | undefined): void => {
    // The reader of the output may stop early, as head does. The command still runs to its end.
    if (error && !CLOSED_PIPE.has(error.code)) failure ??= error
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', failed)
  process.exitCode = await exitCodeOf(run)
  process.stdout.write('', (error) => {
    // Where the last write failed just now, its error comes here before the event.
    failed(error)
    if (failure) {
      const stderr = new Output(process.stderr)
      const { style } = stderr
      stderr.line(`${style.red('scenewright')}: The output could not be written: ${style.plain(failure.message)}`)
      process.exitCode ||= 1
    }
    // A client may keep stdin open after the server has ended, which must not keep the process alive.
    process.exit()
  })
}

/** Windows reports EOF or EINVAL, depending on the pipe, where others report EPIPE. */
const CLOSED_PIPE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED'])

async function exitCodeOf(run: Run): Promise<number> {
  const stderr = new Output(process.stderr)
  const { style } = stderr
  try {
    return await run(process.argv.slice(2), new Output(process.stdout), stderr)
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      const help = thrown.command === undefined ? '--help' : `${thrown.command} --help`
      stderr.line(`${style.red('scenewright')}: ${style.plain(thrown.message)}\nSee scenewright ${help}`)
      return 2
    }
    if (thrown instanceof CommandError) {
      stderr.line(`${style.red('scenewright')}: ${style.plain(thrown.message)}`)
      return 1
    }
    if (thrown instanceof ScenewrightError) {
      stderr.line(`${style.red(thrown.code)}: ${style.plain(thrown.message)}`)
      return 1
    }
    // A bug of this package, with all known details.
    stderr.foreign(describe(thrown))
    return 1
  }
}
