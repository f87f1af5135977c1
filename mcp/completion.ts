import type { Server } from '@modelcontextprotocol/server'

import { quote } from '../ts/text.js'
import { invalidParams } from './refusals.js'
import { MAX_COMPLETIONS } from './scene-tools.js'
import type { Given, SourceContext, Toolbox } from './toolbox.js'

/** Returns completions for an argument of a prompt, or for a variable of a resource template. */
export function answerCompletions(
  server: Server,
  toolbox: Toolbox,
  source: (signal: AbortSignal) => SourceContext,
): void {
  server.setRequestHandler('completion/complete', async ({ params }, { mcpReq: { signal } }) => {
    const { ref, argument, context } = params
    const given: Given =
      ref.type === 'ref/prompt'
        ? promptGiven(toolbox, ref.name, context?.arguments)
        : templateGiven(toolbox, ref.uri, context?.arguments)
    const found = await toolbox.complete(argument.name, argument.value, given, source(signal))
    const values = found.slice(0, MAX_COMPLETIONS)
    return { completion: { values, hasMore: found.length > values.length } }
  })
}

function promptGiven(toolbox: Toolbox, name: string, given: Given = {}): Given {
  if (!toolbox.prompts.some((row) => row.name === name)) throw invalidParams(`There is no prompt ${quote(name)}.`)
  return given
}

/** A template of one of several projects has the project in its address. */
function templateGiven(toolbox: Toolbox, uri: string, given: Given = {}): Given {
  if (!toolbox.resources.templates.some(({ uriTemplate }) => uriTemplate === uri)) {
    throw invalidParams(`There is no resource template ${quote(uri)}.`)
  }
  const project = /^scene:\/\/([A-Za-z0-9_-]+)\/[^/]/.exec(uri)?.[1]
  return project === undefined ? given : { project, ...given }
}
