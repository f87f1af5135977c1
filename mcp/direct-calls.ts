import type { JSONRPCMessage, Server } from '@modelcontextprotocol/server'

import { answerCallForLine } from './calls.js'
import type { Toolbox } from './toolbox.js'
import type { LineTransport } from './transport.js'

/** A request to call a tool that means the same to the SDK and here. */
interface PlainCall {
  readonly id: string | number
  readonly params: {
    readonly name: string
    readonly arguments?: object
    readonly _meta?: { progressToken?: string | number }
  }
}

/** The keys of a call, of its parameters and of `_meta` that are understood here. A call with any other is the SDK's. */
const MESSAGE_KEYS = new Set(['jsonrpc', 'id', 'method', 'params'])
const PARAMS_KEYS = new Set(['name', 'arguments', '_meta'])
const META_KEYS = new Set(['progressToken'])

/**
 * Answers plain calls of tools in the protocol of 2025 without the SDK, which checks each message and each answer against its
 * schemas several times: that takes several times as long as reading a file. All other messages go to the SDK.
 *
 * Calls keep their order. While the SDK has a message to process or a request to answer, calls go to it too.
 */
export class DirectCalls {
  readonly #toolbox: Toolbox
  readonly #transport: LineTransport
  /** The calls that were not answered yet, by their ids. */
  readonly #calls = new Map<string | number, AbortController>()
  #server: Server | undefined
  /** True until the SDK has had the time to begin with the messages that it got. */
  #isSdkBusy = false

  constructor(toolbox: Toolbox, transport: LineTransport) {
    this.#toolbox = toolbox
    this.#transport = transport
    void transport.closed.then(() => {
      for (const call of this.#calls.values()) call.abort()
    })
  }

  /** Begins to answer calls of the client of this endpoint. */
  serve(server: Server): void {
    this.#server = server
  }

  /** Returns true for a message that is answered here. */
  take(message: unknown): boolean {
    const isTaken = this.#cancel(message) || this.#call(message)
    if (!isTaken && !this.#isSdkBusy) {
      this.#isSdkBusy = true
      setImmediate(() => (this.#isSdkBusy = false))
    }
    return isTaken
  }

  #call(message: unknown): boolean {
    const server = this.#server
    if (!server || this.#isSdkBusy || this.#transport.pendingCount > this.#calls.size) return false
    if (!isPlainCall(message) || !this.#toolbox.knows(message.params.name) || this.#calls.has(message.id)) return false
    const { id } = message
    const controller = new AbortController()
    this.#calls.set(id, controller)
    this.#transport.expect(id)
    void this.#answer(server, message, controller.signal).finally(() => {
      if (this.#calls.get(id) === controller) this.#calls.delete(id)
    })
    return true
  }

  async #answer(server: Server, { id, params }: PlainCall, signal: AbortSignal): Promise<void> {
    const { name, arguments: args = {}, _meta } = params
    const notify = (notification: object): Promise<void> =>
      this.#transport.send({ jsonrpc: '2.0', ...notification } as JSONRPCMessage)
    const call = { name, args, server, signal, progressToken: _meta?.progressToken, notify }
    const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`
    const answer = await answerCallForLine(this.#toolbox, call, start)
    // A cancelled request is not answered.
    if (signal.aborted) return
    const sent =
      answer instanceof Uint8Array
        ? this.#transport.sendLine(id, answer)
        : this.#transport.send({ jsonrpc: '2.0', id, result: answer })
    // The client may be gone.
    await sent.catch(() => {})
  }

  /** Cancels a call that is answered here. */
  #cancel(message: unknown): boolean {
    const { method, params } = message as { readonly method?: unknown; readonly params?: unknown }
    if (method !== 'notifications/cancelled') return false
    const { requestId } = (params ?? {}) as { readonly requestId?: string | number }
    const call = requestId === undefined ? undefined : this.#calls.get(requestId)
    if (requestId === undefined || !call) return false
    this.#calls.delete(requestId)
    call.abort()
    this.#transport.forget(requestId)
    return true
  }
}

function isPlainCall(message: unknown): message is PlainCall {
  if (!isRecord(message) || message['method'] !== 'tools/call' || message['jsonrpc'] !== '2.0') return false
  const { id, params } = message
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false
  if (!hasOnly(message, MESSAGE_KEYS) || !isRecord(params) || !hasOnly(params, PARAMS_KEYS)) return false
  const { name, arguments: args, _meta: meta } = params
  if (typeof name !== 'string' || (args !== undefined && !isRecord(args))) return false
  if (meta === undefined) return true
  if (!isRecord(meta) || !hasOnly(meta, META_KEYS)) return false
  const { progressToken: token } = meta
  return token === undefined || typeof token === 'string' || Number.isSafeInteger(token)
}

function hasOnly(record: object, keys: ReadonlySet<string>): boolean {
  for (const key in record) if (!keys.has(key)) return false
  return true
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
