import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import type { Readable, Writable } from 'node:stream'

import { LineReader, type Line } from './lines.js'
import type { Id } from './outline.js'
import { parseJSONRPCMessage } from './protocol.js'

/** The most bytes of one message in either direction. Clients of the official SDK give up on longer ones. */
export const MAX_MESSAGE_BYTES = 10 << 20

/** Codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INTERNAL_ERROR = -32_603

/**
 * JSON-RPC on two streams, a message a line.
 *
 * A message that cannot be read gets an error as its answer, and the connection continues: one that is too long gets it
 * with its own id, without ever being held in memory, and one that is not JSON with the id `null`. A batch is read as
 * its messages, each of which is answered by itself. Empty lines and `\r` at the end of a line are ignored.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Gets every message first, before it is checked, and returns true for one that goes no further. */
  take: (message: unknown) => boolean = () => false
  readonly #input: Readable
  readonly #output: Writable
  readonly #lines = new LineReader(MAX_MESSAGE_BYTES)
  /** The requests that were not answered yet. */
  readonly #pending = new Set<string | number>()
  #inputHasEnded = false
  #isClosed = false
  #resolveClosed: () => void = () => {}
  /** Resolves at the end: when the input has ended and all requests are answered, or the client no longer reads. */
  readonly closed = new Promise<void>((resolve) => (this.#resolveClosed = resolve))

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read).on('error', this.#fail).on('end', this.#end).on('close', this.#end)
    this.#output.on('error', this.#fail)
    // Such a stream emits no more events. Later, so that the caller has its listeners set first.
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#end)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#input.off('data', this.#read).off('error', this.#fail).off('end', this.#end).off('close', this.#end)
    this.#input.pause()
    // The output keeps its listener: pending writes may still fail.
    this.onclose?.()
    this.#resolveClosed()
  }

  /** The number of requests that were not answered yet. */
  get pendingCount(): number {
    return this.#pending.size
  }

  /** Notes a request that is to be answered. */
  expect(id: string | number): void {
    this.#pending.add(id)
  }

  /** Notes that a request was cancelled: it is not answered. */
  forget(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#settle(id)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed.')
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id)
    let line = JSON.stringify(message)
    // A UTF-16 unit is at most three bytes of UTF-8: short lines, nearly all, need not be measured.
    if (line.length * 3 > MAX_MESSAGE_BYTES && Buffer.byteLength(line) > MAX_MESSAGE_BYTES) {
      line = JSON.stringify(tooLongToSend(message, Buffer.byteLength(line)))
    }
    await this.#write(`${line}\n`)
  }

  /** Sends the answer to a request as a whole line, which is known to be short enough. */
  async sendLine(id: string | number, line: Uint8Array): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed.')
    this.#settle(id)
    await this.#write(line)
  }

  /** Writes a line, and waits while the client does not read. */
  async #write(line: string | Uint8Array): Promise<void> {
    if (this.#output.write(line)) return
    // An output that fails never drains, so its end resolves this too.
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#output.off('drain', done).off('error', done).off('close', done)
        resolve()
      }
      this.#output.on('drain', done).on('error', done).on('close', done)
    })
  }

  readonly #read = (chunk: Buffer): void => {
    for (const line of this.#lines.take(chunk)) {
      // A message before this one may have closed the connection.
      if (this.#isClosed) return
      this.#readLine(line)
    }
  }

  #readLine(line: Line): void {
    if ('ids' in line) {
      const { length, ids } = line
      const message =
        `The message is ${length} bytes long; at most ${MAX_MESSAGE_BYTES} are read. Nothing was done. ` +
        'Send less at once: several edits in place of one large one.'
      for (const id of ids) this.#refuse(id, INVALID_REQUEST, message)
      return this.onerror?.(new Error(message))
    }
    const { bytes } = line
    if (bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) return
    let value: unknown
    try {
      // Fatal: U+FFFD in place of invalid bytes would be written into a document without notice.
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch (thrown) {
      return this.#refuseUnread(bytes, thrown)
    }
    if (!Array.isArray(value)) return this.#deliver(value)
    // JSON-RPC refuses an empty batch as an invalid request.
    if (value.length === 0) this.#deliver(undefined)
    for (const message of value) this.#deliver(message)
  }

  /** A line that is not valid text may still be a complete request, whose caller waits. */
  #refuseUnread(bytes: Uint8Array, thrown: unknown): void {
    const isText = thrown instanceof SyntaxError
    const reason = isText ? `is not JSON: ${thrown.message}` : 'is not UTF-8'
    const message = `The message ${reason}. Nothing was done.`
    this.#refuse(isText ? null : idOf(parseLoosely(bytes)), PARSE_ERROR, message)
    this.onerror?.(new Error(message))
  }

  #deliver(value: unknown): void {
    if (typeof value === 'object' && value !== null && this.take(value)) return
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      const words = 'The message is not a request, notification or response of JSON-RPC 2.0. Nothing was done.'
      // An error for a response would have an id of ours, which its sender may take for its own.
      if (!isResponse(value)) this.#refuse(idOf(value), INVALID_REQUEST, words)
      return this.onerror?.(new Error(words))
    }
    if ('method' in message) {
      // Before it is delivered: an answer may be sent during the delivery.
      if ('id' in message) this.expect(message.id)
      else if (message.method === 'notifications/cancelled') this.forget(message.params?.['requestId'])
    }
    this.onmessage?.(message)
  }

  #settle(id: string | number): void {
    this.#pending.delete(id)
    // Pending messages are sent first.
    if (this.#inputHasEnded && this.#pending.size === 0) setImmediate(() => void this.close())
  }

  #refuse(id: Id, code: number, message: string): void {
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
  }

  readonly #fail = (error: Error): void => {
    if (this.#isClosed) return
    // A client that has disconnected is not logged separately.
    if (!('code' in error) || error.code !== 'EPIPE') this.onerror?.(error)
    void this.close()
  }

  readonly #end = (): void => {
    if (this.#isClosed || this.#inputHasEnded) return
    this.#inputHasEnded = true
    const left = this.#lines.pending
    if (left > 0) this.onerror?.(new Error(`The input ended within a message, after ${left} bytes. It was not read.`))
    // A client may send its requests and end, as a pipe does: they are answered.
    if (this.#pending.size === 0) void this.close()
  }
}

/** The refusal that replaces an answer. */
function tooLongToSend(message: JSONRPCMessage, length: number): object {
  const id = 'id' in message ? message.id : undefined
  const words = `The answer is ${length} bytes long; at most ${MAX_MESSAGE_BYTES} are sent. Ask for less.`
  if (id === undefined || 'method' in message) throw new Error(words)
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: words } }
}

/** A message with U+FFFD for invalid text. */
function parseLoosely(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function idOf(value: unknown): Id {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function isResponse(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('method' in value) && ('result' in value || 'error' in value)
}
