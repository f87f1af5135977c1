import { quote } from '../ts/text.js'
import { invalidParams } from './refusals.js'
import type { ReadContents, ResourceSource, Toolbox } from './toolbox.js'

/** The tools, resources and prompts of several toolboxes as one. Their names differ. */
export function joinToolboxes(all: readonly Toolbox[]): Toolbox {
  const [first, ...others] = all
  if (!first) throw new Error('There is no toolbox to serve.')
  if (others.length === 0) return first
  const extensions = Object.assign({}, ...all.map((toolbox) => toolbox.extensions)) as Toolbox['extensions'] & object
  const skills = all.flatMap((toolbox) => toolbox.skills ?? [])
  return {
    profile: first.profile,
    instructions: all.map((toolbox) => toolbox.instructions).join('\n\n'),
    tools: all.flatMap((toolbox) => toolbox.tools),
    ...(Object.keys(extensions).length > 0 && { extensions }),
    ...(skills.length > 0 && { skills }),
    knows: (name) => all.some((toolbox) => toolbox.knows(name)),
    call(name, args, context) {
      const owner = all.find((toolbox) => toolbox.knows(name))
      if (!owner) throw invalidParams(`Unknown tool: ${quote(name)}`)
      return owner.call(name, args, context)
    },
    prompts: all.flatMap((toolbox) => toolbox.prompts),
    resources: joinResources(all.map((toolbox) => toolbox.resources)),
    async complete(subject, value, given, context) {
      // One after the other: a toolbox that knows nothing of the subject returns an empty list without work.
      for (const toolbox of all) {
        const found = await toolbox.complete(subject, value, given, context)
        if (found.length > 0) return found
      }
      return []
    },
    async rootsChanged() {
      await Promise.all(all.map((toolbox) => toolbox.rootsChanged?.()))
    },
    fault: (kind, message) => first.fault(kind, message),
    async close() {
      await Promise.allSettled(all.map((toolbox) => toolbox.close()))
    },
  }
}

function joinResources(sources: readonly ResourceSource[]): ResourceSource {
  return {
    templates: sources.flatMap((source) => source.templates),
    list: async (context) => (await Promise.all(sources.map((source) => source.list(context)))).flat(),
    async read(uri, context): Promise<ReadContents[] | undefined> {
      for (const source of sources) {
        const contents = await source.read(uri, context)
        if (contents) return contents
      }
      return undefined
    },
    async follow(uris, context) {
      await Promise.all(sources.map((source) => source.follow?.(uris, context)))
    },
    watch(listener) {
      const stops = sources.map((source) => source.watch(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
