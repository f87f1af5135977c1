// A server spoken to in raw JSON-RPC: to see every byte of it, and to do what the client of the SDK would hide.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { atEnd, PROGRAM } from './support.js'

export interface ByHand {
  readonly server: ReturnType<typeof spawn>
  /** The lines that the server wrote. */
  readonly lines: readonly string[]
  /** The exit code. */
  readonly exited: Promise<number | null>
  initialize(): Promise<void>
  /** Sends a request, and waits for its response. */
  request(id: number, method: string, params: object): Promise<Response>
  call(id: number, name: string, args?: object): Promise<Response>
  notify(method: string, params?: object): void
  /** The responses to a request: one, or none as long as there is none. */
  responsesTo(id: number): Response[]
  /** Closes the server's input, as a client does that goes away, and waits for its end. */
  end(): Promise<number | null>
}

export interface Response {
  readonly id?: number
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] }
  readonly error?: object
}

/** Starts `scenewright mcp` on a folder. */
export function startByHand(dir: string, flags: readonly string[] = []): ByHand {
  return speakTo(['mcp', '--dir', dir, ...flags])
}

/** Starts the program as a server. */
export function speakTo(args: readonly string[], env: Record<string, string> = {}): ByHand {
  const server = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  atEnd(() => void server.kill('SIGKILL'))
  const lines: string[] = []
  const waiting = new Map<number, (response: Response) => void>()
  createInterface({ input: server.stdout }).on('line', (line) => {
    lines.push(line)
    const response = JSON.parse(line) as Response
    if (response.id !== undefined) waiting.get(response.id)?.(response)
  })
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve))
  const send = (message: object): void => void server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const notify = (method: string, params?: object): void => send({ method, ...(params && { params }) })
  const request = (id: number, method: string, params: object): Promise<Response> => {
    const response = new Promise<Response>((resolve) => waiting.set(id, resolve))
    send({ id, method, params })
    return response
  }
  return {
    server,
    lines,
    exited,
    notify,
    request,
    initialize: async () => {
      const clientInfo = { name: 'by-hand', version: '0' }
      await request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
      notify('notifications/initialized')
    },
    call: (id, name, args = {}) => request(id, 'tools/call', { name, arguments: args }),
    responsesTo: (id) => lines.map((line) => JSON.parse(line) as Response).filter((response) => response.id === id),
    end: () => {
      server.stdin.end()
      return exited
    },
  }
}
