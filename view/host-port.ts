/** The version of MCP Apps that this page speaks. */
const PROTOCOL_VERSION = '2026-01-26'

/** A host that does not answer counts as absent. */
const ANSWER_TIMEOUT_MS = 60_000

/** The result of a tool in the protocol. */
export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly _meta?: { readonly [name: string]: unknown }
  readonly isError?: boolean
}

interface Message {
  readonly jsonrpc: '2.0'
  readonly id?: number | string
  readonly method?: string
  readonly params?: object
  readonly result?: object
  readonly error?: { readonly message?: string }
}

interface Waiting {
  readonly resolve: (result: object) => void
  readonly reject: (reason: Error) => void
  readonly timer: number
}

/**
 * The view's half of MCP Apps: JSON-RPC over `postMessage` with the host that shows this page. Written by hand, since the
 * page only needs six messages and is sent to a host as one file.
 */
export class HostPort {
  readonly #host: Window
  readonly #waiting = new Map<number | string, Waiting>()
  readonly #handlers = new Map<string, (params: object) => void>()
  #capabilities: { readonly [name: string]: unknown } = {}
  #lastId = 0

  constructor(host: Window) {
    this.#host = host
    window.addEventListener('message', (event) => {
      // Only messages from the parent window are accepted.
      if (event.source === host && isMessage(event.data)) this.#take(event.data)
    })
  }

  /** Introduces the page; returns the host's description of itself. */
  async initialize(): Promise<object> {
    const { hostCapabilities = {}, hostContext = {} } = (await this.request('ui/initialize', {
      appInfo: { name: 'scenewright', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      protocolVersion: PROTOCOL_VERSION,
    })) as { hostCapabilities?: { readonly [name: string]: unknown }; hostContext?: object }
    this.#capabilities = hostCapabilities
    this.notify('ui/notifications/initialized', {})
    return hostContext
  }

  can(capability: string): boolean {
    return Object.hasOwn(this.#capabilities, capability)
  }

  callTool(name: string, args: object): Promise<ToolResult> {
    return this.request('tools/call', { name, arguments: args })
  }

  request(method: string, params: object): Promise<object> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => {
        this.#waiting.delete(id)
        reject(new Error(`the host did not answer ${method}`))
      }, ANSWER_TIMEOUT_MS)
      this.#waiting.set(id, { resolve, reject, timer })
      this.#post({ jsonrpc: '2.0', id, method, params })
    })
  }

  notify(method: string, params: object): void {
    this.#post({ jsonrpc: '2.0', method, params })
  }

  on(method: string, handler: (params: object) => void): void {
    this.#handlers.set(method, handler)
  }

  #take({ id, method, params = {}, result, error }: Message): void {
    if (method !== undefined) {
      this.#handlers.get(method)?.(params)
      // Requests of a host are all answered with nothing: there is nothing to tear down, and nothing to call here.
      if (id !== undefined) this.#post({ jsonrpc: '2.0', id, result: {} })
      return
    }
    const waiting = id === undefined ? undefined : this.#waiting.get(id)
    // An answer that came after the time limit.
    if (!waiting || id === undefined) return
    this.#waiting.delete(id)
    clearTimeout(waiting.timer)
    if (error) waiting.reject(new Error(error.message ?? 'the host refused'))
    else waiting.resolve(result ?? {})
  }

  #post(message: Message): void {
    // The origin of a host is not known to a page in its sandbox; nothing that is sent is secret from it.
    this.#host.postMessage(message, '*')
  }
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'jsonrpc' in data && data.jsonrpc === '2.0'
}
