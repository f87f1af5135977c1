import { Console } from 'node:console'

import { ScenewrightError } from '../errors.js'
import { parseCommand, UsageError } from './arguments.js'
import { execute } from './commands.js'
import { styleOf } from './terminal.js'

/** Runs the command line and ends the process when all output is written. */
async function main(): Promise<void> {
  // On the MCP server stdout belongs to the protocol, whatever a dependency may want to print.
  globalThis.console = new Console(process.stderr, process.stderr)
  process.exitCode = await exitCodeOf(process.argv.slice(2))
  // A client may keep stdin open after the server has ended; nothing that is left may hold the process.
  process.stdout.write('', () => process.exit())
}

async function exitCodeOf(argv: readonly string[]): Promise<number> {
  const style = styleOf(process.stderr)
  try {
    return await execute(parseCommand(argv))
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      process.stderr.write(`${style.red('scenewright')}: ${thrown.message}\nSee scenewright --help.\n`)
      return 2
    }
    if (thrown instanceof ScenewrightError) {
      process.stderr.write(`${style.red(thrown.code)}: ${thrown.message}\n`)
      return 1
    }
    throw thrown
  }
}

void main()
