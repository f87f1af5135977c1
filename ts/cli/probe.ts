import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline'

import { isObject } from '../check.js'
import { VERSION } from '../native.js'
import type { ServerCommand } from './setup-clients.js'

/** The server answers in less than a second; npx may have to fetch it first. */
const ANSWER_WITHIN_MS = 60_000

/** The lines of the server's standard error that an error shows. */
const MAX_LINES = 8

/** The outcome of starting a server as a client starts it. */
type Probe =
  | { readonly works: true; readonly tools: number; readonly took: number }
  | { readonly works: false; readonly reason: string; readonly said: readonly string[] }

/** A script that is checked and not saved: it proves that the binaries are present and that scripts run. */
const CHECKED = {
  name: 'check',
  arguments: {
    changes: [{ type: 'write', file: 'main', code: "drawCircle('probe', 0, 0, 1)\n" }],
    // No picture, as it would be stored in the project's folder.
    size: 'off',
  },
}

/** Starts a server as a client would, asks for its tools and calls one. Nothing is saved in the project. */
export async function probe({ command, args }: ServerCommand): Promise<Probe> {
  const startedAt = performance.now()
  // Graphical clients start servers in an arbitrary folder.
  const child = spawn(command, args, { cwd: homedir(), stdio: ['pipe', 'pipe', 'pipe'] })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const waiting = new Map<number, (message: { readonly [key: string]: unknown }) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parsed(line)
    if (message && typeof message['id'] === 'number') waiting.get(message['id'])?.(message)
  })
  // A server that has ended takes no more requests; the promise below says why it ended.
  child.stdin.on('error', () => undefined)
  let timer: NodeJS.Timeout | undefined
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`${command} could not be started: ${error.message}`)))
    child.once('close', (code) => reject(new Error(`The server ended with exit code ${code} before it answered.`)))
    timer = setTimeout(() => reject(new Error('The server did not answer within a minute.')), ANSWER_WITHIN_MS)
  })
  const request = (id: number, method: string, params: object): Promise<{ readonly [key: string]: unknown }> => {
    const answered = new Promise<{ readonly [key: string]: unknown }>((resolve) => waiting.set(id, resolve))
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return Promise.race([answered, failed])
  }
  failed.catch(() => undefined)
  try {
    const clientInfo = { name: 'scenewright setup', version: VERSION }
    await request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    const { result: listed } = await request(2, 'tools/list', {})
    const tools = isObject(listed) ? (listed as { tools?: unknown[] }).tools : undefined
    const { result, error } = await request(3, 'tools/call', CHECKED)
    const refused = refusalOf(result, error)
    if (refused !== undefined) return { works: false, reason: refused, said: said.slice(-MAX_LINES) }
    return { works: true, tools: tools?.length ?? 0, took: Math.round(performance.now() - startedAt) }
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    return { works: false, reason, said: said.slice(-MAX_LINES) }
  } finally {
    clearTimeout(timer)
    child.stdin.end()
    child.kill()
  }
}

function refusalOf(result: unknown, error: unknown): string | undefined {
  if (isObject(error)) return String((error as { message?: unknown }).message ?? 'The tool could not be called.')
  const { isError, content = [] } = (result ?? {}) as { isError?: boolean; content?: { text?: string }[] }
  if (isError !== true) return undefined
  const [first] = content
  return first?.text ?? 'The tool answered an error.'
}

function parsed(line: string): { readonly [key: string]: unknown } | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
