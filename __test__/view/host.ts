// A host of MCP Apps in a page of its own, made with the SDK's bridge. The test bundles it, and lends it a client.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

declare const document: {
  querySelector(selector: string): Frame | null
  createElement(name: string): Frame
  body: { append(node: unknown): void }
}
declare const window: { [name: string]: unknown }

interface Frame {
  contentWindow: never
  srcdoc: string
  style: { [name: string]: string }
  setAttribute(name: string, value: string): void
  addEventListener(name: string, listener: () => void): void
}

/** How a test configures the host. */
export interface HostSetup {
  readonly html: string
  readonly sandbox: string
  readonly csp: string
  readonly capabilities: object
  readonly context: object
  readonly tool: string
  readonly input: { [name: string]: unknown }
}

const log: { sizes: object[]; messages: unknown[]; calls: string[]; modes: string[] } = {
  sizes: [],
  messages: [],
  calls: [],
  modes: [],
}

window['startHost'] = async (setup: HostSetup): Promise<void> => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', setup.sandbox)
  frame.setAttribute('csp', setup.csp)
  frame.style['width'] = '760px'
  frame.style['height'] = '560px'
  frame.style['border'] = '0'
  document.body.append(frame)
  const bridge = new AppBridge(null, { name: 'test host', version: '1.0.0' }, setup.capabilities, {
    hostContext: setup.context as { theme?: 'light' | 'dark' },
  })
  bridge.oncalltool = async ({ name, arguments: args }) => {
    log.calls.push(name)
    return (window['callServerTool'] as (name: string, args: unknown) => Promise<never>)(name, args)
  }
  bridge.onsizechange = (size) => void log.sizes.push(size)
  bridge.onmessage = async ({ content }) => {
    log.messages.push(content)
    return {}
  }
  bridge.onrequestdisplaymode = async ({ mode }) => {
    log.modes.push(mode)
    return { mode }
  }
  const initialized = new Promise<void>((done) => (bridge.oninitialized = () => done()))
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.srcdoc = setup.html
  await initialized
  await bridge.sendToolInput({ arguments: setup.input })
  window['bridge'] = bridge
  window['hostLog'] = log
}
