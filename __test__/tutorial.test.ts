// docs/tutorial.md, executed: its commands in a shell, its calls of tools by the server that it says to register, one after
// the other in one folder that begins empty. What it shows of an answer is in the answer.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'

import { Client } from './checked-client.js'
import { atEnd, PROGRAM, ROOT, scratch } from './support.js'

/** A block of code of the page: its language, what is to be done with it, and where it stands. */
interface Block {
  readonly language: string
  readonly words: readonly string[]
  readonly text: string
  readonly line: number
}

function blocksOf(page: string): Block[] {
  const found: Block[] = []
  for (const match of page.matchAll(/^```(\w+) ?([^\n]*)\n(.*?)^```$/gms)) {
    const [, language = '', words = '', text = ''] = match
    const line = page.slice(0, match.index).split('\n').length
    found.push({ language, words: words.split(' ').filter(Boolean), text, line })
  }
  return found
}

/**
 * A shell in a folder, in which npx starts the program of this checkout and npm installs nothing. Scripts have the time that
 * they need without optimization.
 */
function shellIn(folder: string): NodeJS.ProcessEnv {
  const bin = join(scratch(), 'bin')
  mkdirSync(bin)
  const program = (name: string, lines: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  program('npm', 'test "$*" = "install scenewright"')
  program(
    'npx',
    `[ "$1" = -y ] && shift\n[ "$1" = scenewright ] || exit 1\nshift\nexec '${process.execPath}' '${PROGRAM}' "$@"`,
  )
  const limits = { SCENEWRIGHT_TIME_MS: '60000' }
  return { ...process.env, ...limits, PATH: `${bin}${delimiter}${process.env['PATH']}`, PWD: folder }
}

/** Runs a command that does not end by itself until it has said where its page is, and reads the page. */
async function pageOf(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('sh', ['-ec', `exec ${command.trim()}`], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  atEnd(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let said = ''
  for await (const bytes of child.stdout) {
    said += String(bytes)
    const url = /http:\S+/.exec(said)?.[0]
    if (url) return (await fetch(url)).text()
  }
  throw new Error(`it ended: ${said}`)
}

/** A text without the white space by which JSON may be laid out, and with the quotes that stand within its texts. */
const tight = (text: string): string => text.replace(/\s+/g, '').replaceAll('\\"', '"')

test('the commands and the calls of the tutorial do what it says', async () => {
  const folder = scratch()
  const env = shellIn(folder)
  let client: Client | undefined
  let code = ''
  let answer = ''
  const tools = new Set<string>()

  const connect = async (text: string): Promise<void> => {
    const written = text.replace('/home/you', folder)
    const { command, args } = JSON.parse(written).mcpServers.scenewright as { command: string; args: string[] }
    expect(args.at(-1)).toBe(join(folder, 'shelf'))
    client = new Client({ name: 'tutorial', version: '0.0.0' })
    const strings = Object.fromEntries(
      Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])),
    )
    await client.connect(new StdioClientTransport({ command, args, env: strings, cwd: folder, stderr: 'ignore' }))
    atEnd(() => client?.close())
  }
  const call = async (name: string, args: Record<string, unknown>): Promise<void> => {
    tools.add(name)
    const { content, structuredContent } = await client!.callTool({ name, arguments: args })
    answer =
      JSON.stringify(structuredContent ?? {}) + (content as { text?: string }[]).map(({ text }) => text).join('\n')
  }

  for (const { language, words, text, line } of blocksOf(readFileSync(join(ROOT, 'docs', 'tutorial.md'), 'utf8'))) {
    const [what = '', name = ''] = words
    const place = `docs/tutorial.md:${line}`
    if (language === 'sh' && what === 'stays') {
      expect(await pageOf(text, folder, env), place).toContain('Content-Security-Policy')
    } else if (language === 'sh') {
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', text], { cwd: folder, env, encoding: 'utf8' })
      expect([status, stderr], place).toEqual([0, ''])
      answer = stdout
    } else if (language === 'js') {
      code = text
      if (what === 'write') await call('write', { file: name, code })
    } else if (language === 'json' && what === 'mcpServers') {
      await connect(text)
    } else if (language === 'json' && what === 'prompt') {
      answer = JSON.stringify(await client!.getPrompt({ name, arguments: JSON.parse(text) }))
    } else if (language === 'json') {
      await call(what, JSON.parse(text.replaceAll('"(the code above)"', () => JSON.stringify(code))))
    } else if (language === 'text') {
      for (const shown of text.trim().split('\n')) expect(tight(answer), `${place}: ${shown}`).toContain(tight(shown))
    } else {
      throw new Error(`${place}: a block of ${language} that nobody executes`)
    }
  }

  expect(tools).toEqual(new Set(['describe', 'write', 'edit', 'check', 'inspect', 'run', 'apply', 'render', 'export']))
  for (const path of ['shelf/exports/shelf.dxf', 'sheet.dxf']) {
    expect(existsSync(join(folder, path)), path).toBe(true)
    const dxf = readFileSync(join(folder, path), 'latin1').split(/\r?\n/)
    const layers = dxf.flatMap((value, index) => (dxf[index - 1]?.trim() === '8' ? [value] : []))
    expect(layers).toContain('cut')
    expect(layers).toContain('engrave')
    expect(dxf).not.toContain('HATCH')
  }
})
