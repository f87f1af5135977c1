// The program of `guard`, `snapshot` and `adopt`: they stand before and after every command of a host, so this file is a fifth of the
// whole command line.
import { adopt, guard, snapshot } from './guard.js'
import { guardCommand, type GuardCommand } from './guard-arguments.js'
import { start } from './start.js'

void start(([name, ...rest], stdout, stderr) => {
  const command = guardCommand(name as GuardCommand['name'], rest)
  switch (command.name) {
    case 'guard':
      return guard(command, stderr)
    case 'snapshot':
      return snapshot(command, stdout, stderr)
    case 'adopt':
      return adopt(command, stdout, stderr)
  }
})
