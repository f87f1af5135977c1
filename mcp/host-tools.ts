import type { CallToolResult, Tool } from '@modelcontextprotocol/server'

import type * as api from '../index.js'
import { isObject, describeThrown } from '../ts/check.js'
import { callListener } from '../ts/events.js'
import type { Toolbox } from './toolbox.js'

/** Adds the tools, the name, the words for the model and the listener of calls that a host gives a server. */
export function withHostTools(toolbox: Toolbox, options: api.McpServerOptions): Toolbox {
  const { extraTools = [], name, instructions, onCall } = options
  const own = new Map(extraTools.map((tool) => [tool.name, tool]))
  return {
    profile: toolbox.profile,
    ...(name !== undefined && { serverName: name }),
    instructions: instructions === undefined ? toolbox.instructions : `${instructions}\n\n${toolbox.instructions}`,
    tools: [...toolbox.tools, ...extraTools.map(definitionOf)],
    ...(toolbox.extensions && { extensions: toolbox.extensions }),
    ...(toolbox.skills && { skills: toolbox.skills }),
    knows: (tool) => own.has(tool) || toolbox.knows(tool),
    async call(tool, args, context) {
      const startedAt = performance.now()
      const extra = own.get(tool)
      const result = extra ? await callExtra(extra, args, context.signal) : await toolbox.call(tool, args, context)
      if (onCall) {
        const record = { tool, args, ok: result.isError !== true, durationMs: performance.now() - startedAt }
        callListener('onCall of createMcpServer', onCall, () => record)
      }
      return result
    },
    prompts: toolbox.prompts,
    resources: toolbox.resources,
    complete: (subject, value, given, context) => toolbox.complete(subject, value, given, context),
    rootsChanged: async () => toolbox.rootsChanged?.(),
    fault: (kind, message) => toolbox.fault(kind, message),
    close: () => toolbox.close(),
  }
}

function definitionOf({ call: _, inputSchema, ...tool }: api.McpExtraTool): Tool {
  return { ...tool, inputSchema: { ...inputSchema, type: 'object' } } as Tool
}

/** A tool of the host. An error that it throws is its refusal: the model reads the message. */
async function callExtra(tool: api.McpExtraTool, args: unknown, signal: AbortSignal): Promise<CallToolResult> {
  try {
    const answer: unknown = await tool.call((isObject(args) ? args : {}) as never, { signal })
    if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }], isError: false }
    if (isObject(answer) && 'content' in answer && Array.isArray(answer.content)) {
      return { isError: false, ...answer } as unknown as CallToolResult
    }
    return { content: [{ type: 'text', text: JSON.stringify(answer) ?? String(answer) }], isError: false }
  } catch (thrown) {
    return { content: [{ type: 'text', text: describeThrown(thrown) }], isError: true }
  }
}
