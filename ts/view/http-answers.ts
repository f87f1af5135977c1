import type { IncomingMessage, ServerResponse } from 'node:http'

import { objection } from './guard.js'

/** The largest request of a page. */
const MAX_BODY_BYTES = 64 << 10

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Sets the headers that every answer has, and refuses a request that is not of the page itself; returns false if it was
 * refused.
 */
export function admit(request: IncomingMessage, response: ServerResponse, port: number): boolean {
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('X-Frame-Options', 'DENY')
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  const problem = objection(request, port)
  if (problem !== undefined) refuse(response, 403, `Refused: ${problem}.`)
  return problem === undefined
}

/** Answers a request whose handling failed: with the fault of its sender, or with ours. */
export function answerFault(response: ServerResponse, thrown: unknown): void {
  if (response.headersSent) return void response.destroy()
  const isInput = thrown instanceof TypeError || thrown instanceof SyntaxError
  refuse(response, isInput ? 400 : 500, thrown instanceof Error ? thrown.message : 'Internal fault.')
}

export async function readJson(request: IncomingMessage): Promise<object> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MAX_BODY_BYTES) throw new TypeError(`a message has at most ${MAX_BODY_BYTES} bytes`)
    parts.push(part)
  }
  const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new TypeError('the message must be an object')
  return value
}

export function send(response: ServerResponse, type: string, body: string | Buffer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes)
}

export function sendJson(response: ServerResponse, value: object): void {
  const bytes = Buffer.from(JSON.stringify(value))
  response.writeHead(200, { 'Content-Type': JSON_TYPE, 'Content-Length': bytes.length })
  response.end(bytes)
}

/** Answers with an error of the project. A browser would report another status as a fault of the page, in its console. */
export function sendRefusal(response: ServerResponse, error: { readonly message: string }): void {
  response.setHeader('X-Refused', 'true')
  sendJson(response, { error })
}

export function refuse(response: ServerResponse, status: number, words: string): void {
  // The rest of the request is not read.
  response.setHeader('Connection', 'close')
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${words}\n`)
}
