import type { IncomingMessage, ServerResponse } from 'node:http'

import type * as api from '../index.js'
import { sendResponse, toWebRequest } from '../mcp/node-http.js'
import { isObject, misuse, nameOfType, readOptions, requireFunction, formatValue } from './check.js'
import { describe } from './events.js'

/** A listener for `createServer` of Node. Its behaviour is documented in `types/mcp.d.ts`. */
export function toNodeListener(
  server: api.EmbeddedMcpServer,
  options?: api.NodeListenerOptions,
): (request: api.NodeRequest, response: api.NodeResponse) => void {
  const who = 'toNodeListener'
  if (!isObject(server) || typeof (server as Partial<api.EmbeddedMcpServer>).fetch !== 'function') {
    throw misuse(`${who}: expected a server of createMcpServer, got ${nameOfType(server)}.`)
  }
  const example = '{ client: (request) => name }'
  const given: api.NodeListenerOptions = readOptions(who, example, options, ['client', 'origin'])
  const { client, origin } = given
  if (client !== undefined) requireFunction(who, 'client', client)
  if (origin !== undefined && (typeof origin !== 'string' || !URL.canParse(origin))) {
    throw misuse(`${who}: origin must be an address such as 'https://example.org', got ${formatValue(origin)}.`)
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = await client?.(request)
    if (name === null) return sendText(response, 401, 'Not authorized.')
    const base = origin ?? `http://${request.headers.host ?? ''}`
    // An invalid host name is the client's fault, and is not needed here.
    const asked = toWebRequest(request, response, URL.canParse(base) ? base : 'http://localhost')
    const answered = await server.fetch(asked, name === undefined ? {} : { client: name })
    await sendResponse(answered, response)
  }
  return (request, response) => {
    const sent = response as unknown as ServerResponse
    answer(request as unknown as IncomingMessage, sent).catch((thrown: unknown) => {
      process.emitWarning(`A request of ${who} failed: ${describe(thrown)}`, 'ScenewrightWarning')
      if (sent.headersSent) sent.destroy()
      else sendText(sent, 500, 'Internal fault.')
    })
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
