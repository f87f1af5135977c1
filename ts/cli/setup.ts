import { projectFolder } from '../project.js'
import { nearestName } from '../nearest.js'
import { quote } from '../text.js'
import type { Command } from './arguments.js'
import { holdsProject, serverFolder, shellWord, shortPath } from './places.js'
import { probe } from './probe.js'
import { absoluteCommand, program } from './program.js'
import { Progress } from './progress.js'
import { clientNames, clientOf, type Client } from './setup-clients.js'
import { configurationText, writeConfiguration, type Written } from './setup-file.js'
import { indent, type Output } from './terminal.js'
import { UsageError } from './usage-error.js'

/** Connects a client to a project: writes or prints the configuration, starts the server as the client would, and calls a tool. */
export async function setup(
  { client: name, dir, print }: Extract<Command, { name: 'setup' }>,
  stdout: Output,
  stderr: Output,
): Promise<number> {
  const client = clientOf(name)
  if (!client) throw unknownClient(name)
  const folder = dir === undefined ? serverFolder(undefined) : projectFolder(dir)
  const start = absoluteCommand()
  const server = { command: start.command, args: [...start.args, 'mcp', '--dir', folder] }
  showConfiguration(client, folder, server, print, stdout)

  const progress = new Progress('starting the server as the client does', process.stderr)
  const found = await probe(server)
  progress.end()
  if (found.works) {
    const { style } = stdout
    stdout.line(
      `${style.green('works')}: the server started, lists ${found.tools} tools and ran a script, in ${found.took} ms`,
    )
    if (!holdsProject(folder)) {
      stdout.line(
        `${style.name(shortPath(folder))} is empty: the first change of the agent makes the project, or ${program()} init does.`,
      )
    }
    return 0
  }
  const { style } = stderr
  stderr.line(`${style.red('does not work')}: ${style.plain(found.reason)}`)
  if (found.said.length > 0) stderr.line(`It said:\n${indent(style.plain(found.said.join('\n')))}`)
  stderr.line(`${style.cyan('hint')}: ${program()} doctor says what is missing. Then run this again.`)
  return 1
}

function showConfiguration(
  client: Client,
  folder: string,
  server: { readonly command: string; readonly args: readonly string[] },
  print: boolean,
  stdout: Output,
): void {
  const { style } = stdout
  const text = configurationText(client, server)
  const path = client.file?.(folder)
  if (print || path === undefined) {
    stdout.line(text.trimEnd())
    stdout.line(path === undefined ? client.next('') : `It goes into ${style.name(shortPath(path))}.`)
    return
  }
  const shown = shortPath(path)
  const written = writeConfiguration(client, server, path)
  stdout.line(`${style.bold(client.title)}: ${style.name(shown)} ${WORDS[written.done]}`)
  if (written.done === 'refused') {
    stdout.line(`  ${written.reason}. Add this to it yourself:\n\n${indent(text.trimEnd())}\n`)
  }
  stdout.line(`  ${client.next(shown)}`)
}

const WORDS: { readonly [Done in Written['done']]: string } = {
  created: 'was written',
  added: 'has the server now, beside what was in it',
  updated: 'was updated',
  unchanged: 'has the server already',
  refused: 'was left as it is',
}

function unknownClient(name: string): UsageError {
  const names = clientNames()
  const near = nearestName(name, names)
  const suggestion = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${shellWord(near)}?`
  return new UsageError(`There is no client '${quote(name)}'. ${suggestion}`, 'setup')
}
