import { parseCommand } from './arguments.js'
import { execute } from './commands.js'
import { start } from './start.js'

void start((argv) => execute(parseCommand(argv)))
