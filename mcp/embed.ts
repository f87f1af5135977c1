import type { Transport } from '@modelcontextprotocol/server'
import type { StdioServerHandle } from '@modelcontextprotocol/server/stdio'

import type * as api from '../index.js'
import type { Served } from '../ts/served.js'
import { fileTools } from './file-tools.js'
import { withHostTools } from './host-tools.js'
import { HttpEndpoint } from './http-endpoint.js'
import { joinToolboxes } from './joined-toolboxes.js'
import { serveStdio } from './protocol.js'
import { sceneTools } from './scene-tools.js'
import { createServer, reportError } from './server.js'
import { observeListening } from './subscriptions.js'
import type { Toolbox } from './toolbox.js'

/** A server within a host's program, over a project or workspace that the host opened. */
export interface Embedded {
  connect(transport: api.McpTransport): Promise<void>
  fetch(request: Request, client?: string): Promise<Response>
  close(): Promise<void>
}

/** Makes a server over projects, a workspace or both, which a host opened. */
export function embed(served: readonly Served[], options: api.McpServerOptions): Embedded {
  const own = joinToolboxes(served.map((one) => toolboxOver(one, options)))
  const toolbox = withHostTools(own, options)
  const handles = new Set<StdioServerHandle>()
  let endpoint: HttpEndpoint | undefined
  return {
    async connect(given) {
      const transport = given as unknown as Transport
      // The entry for long-lived connections on any transport: it detects the protocol version of the client.
      const handle = serveStdio((context) => createServer(toolbox, context), { transport, onerror: reportError })
      observeListening(transport, toolbox)
      handles.add(handle)
      // The entry above has set its own.
      const closed = transport.onclose
      transport.onclose = () => {
        handles.delete(handle)
        closed?.()
      }
    },
    fetch(request, client = '') {
      // Made with the first request: its sweep is a timer, which a host without HTTP need not have.
      endpoint ??= new HttpEndpoint({ toolboxFor: async () => toolbox, release: async () => {} })
      return endpoint.answer(request, client)
    },
    async close() {
      await Promise.allSettled([...[...handles].map((handle) => handle.close()), endpoint?.close()])
    },
  }
}

function toolboxOver(served: Served, options: api.McpServerOptions): Toolbox {
  // It is closed by the host that opened it.
  const close = async (): Promise<void> => {}
  const { structuredContent: structured, prefix, readOnly, tools } = options
  const offer = { prefix, readOnly, tools, structured, table: served.table }
  if ('projects' in served) return sceneTools(served.projects, offer, close)
  const { workspace } = served
  return fileTools({ roots: workspace.roots, of: async () => workspace, changed: close, close }, offer)
}
