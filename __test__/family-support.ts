// The common part of the tests of the tools under the names of other families.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'

import { Client } from './checked-client.js'
import { atEnd, PROGRAM, scenewright, scratch } from './support.js'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export interface Answer {
  readonly text: string
  readonly content: readonly Record<string, unknown>[]
  readonly structured: Record<string, unknown> | undefined
  readonly isError: boolean
}

export interface Bench {
  readonly root: string
  readonly client: Client
  /** Runs the command line over the same history. */
  cli(...args: string[]): string
  call(name: string, args?: object): Promise<Answer>
  good(name: string, args?: object): Promise<string>
  bad(name: string, args?: object): Promise<string>
  text(name: string): string
  path(name: string): string
}

export type Files = Readonly<Record<string, string | Buffer>>

/** A folder with these files. */
export function rootOf(files: Files): string {
  const root = realpathSync(scratch())
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}

/** A client of a server that is started by this command line. */
export async function start(
  root: string,
  command: readonly string[],
  roots?: readonly string[],
  cwd?: string,
): Promise<Bench> {
  const env = { SCENEWRIGHT_STATE_DIR: join(scratch(), 'state') }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...command],
    env: { ...(process.env as Record<string, string>), ...env },
    stderr: 'ignore',
    ...(cwd !== undefined && { cwd }),
  })
  const client = new Client(
    { name: 'scenewright-test', version: '0.0.0' },
    roots ? { capabilities: { roots: { listChanged: true } } } : {},
  )
  if (roots) {
    client.setRequestHandler('roots/list', () => ({ roots: roots.map((path) => ({ uri: pathToFileURL(path).href })) }))
  }
  await client.connect(transport)
  atEnd(() => client.close())
  const call = async (name: string, args: object = {}): Promise<Answer> => {
    const result = await client.callTool({ name, arguments: args as Record<string, unknown> })
    const content = result.content as Record<string, unknown>[]
    const text = String(content[0]?.['text'] ?? '')
    return {
      text,
      content,
      structured: result.structuredContent as Answer['structured'],
      isError: result.isError === true,
    }
  }
  const ended = async (isError: boolean, name: string, args?: object): Promise<string> => {
    const answer = await call(name, args)
    expect(answer.isError, `${name}: ${answer.text}`).toBe(isError)
    return answer.text
  }
  return {
    root,
    client,
    cli: (...args) => {
      const { status, stdout, stderr } = scenewright([...args, '--root', root], env)
      expect(status, stderr).toBe(0)
      return stdout
    },
    call,
    good: (name, args) => ended(false, name, args),
    bad: (name, args) => ended(true, name, args),
    text: (name) => readFileSync(join(root, name), 'utf8'),
    path: (name) => join(root, name),
  }
}

/** A server on a folder with these files, with the tools of a family or, without one, the own ones. */
export const serve = (names?: string, files: Files = {}, flags: readonly string[] = []): Promise<Bench> => {
  const root = rootOf(files)
  return start(root, [PROGRAM, 'files', ...(names ? ['--names', names] : []), '--root', root, ...flags])
}
