import type { CallToolResult, Server } from '@modelcontextprotocol/server'

/** The protocol extension for views. */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'

/**
 * The member of `_meta` that has the whole answer for the page of an MCP App. Hosts do not pass `_meta` to their model,
 * which gets the content.
 */
export const PAGE_ANSWER = 'scenewright/answer'

/** True for a client that shows MCP Apps. */
export function showsViews(server: Server): boolean {
  const capabilities = server.getClientCapabilities() as { readonly extensions?: object } | undefined
  return capabilities?.extensions !== undefined && Object.hasOwn(capabilities.extensions, APPS_EXTENSION)
}

/** The result with the whole answer for the page. */
export function withPageAnswer(result: CallToolResult, answer: object): CallToolResult {
  return { ...result, _meta: { ...result._meta, [PAGE_ANSWER]: answer } }
}
