import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { CallToolResult, Tool } from '@modelcontextprotocol/server'

import { anchoredDefinitions } from '../ts/anchors.js'
import { fileCallResult, type PictureFile } from '../ts/call-results.js'
import type { FileEnvelope } from '../ts/files.js'
import { toolRefusal } from '../ts/files.js'
import { callIn, definitionsOf, familyOf, knows, type FamilyAnswer, type FamilyName } from '../ts/names/index.js'
import { fileInstructions } from '../ts/profiles.js'
import { PICTURE_TOOLS, toolTable } from '../ts/tools.js'
import { FileResources } from './file-resources.js'
import { filePrompts } from './prompts.js'
import type { WorkspaceSource } from './roots.js'
import type { Offer } from './scene-tools.js'
import type { CallContext, Toolbox } from './toolbox.js'

/** The file tools as a server offers them. */
interface FileOffer extends Offer {
  /** The family whose tool names are used. Default: our own names. */
  readonly names?: FamilyName | undefined
  /** True if the workspace itself refuses changes, with its own message. */
  readonly isRefusedByWorkspace?: boolean | undefined
  /** True if the workspace has anchors, which the list of tools then includes. */
  readonly anchors?: boolean | undefined
}

/**
 * The file tools over a workspace, under their own names or another family's. If nothing can be changed, the
 * tools that change files are not listed, and calls of them are refused.
 */
export function fileTools(
  workspace: WorkspaceSource,
  {
    names,
    readOnly = false,
    prefix = '',
    tools,
    table,
    structured = false,
    isRefusedByWorkspace = false,
    anchors = false,
  }: FileOffer,
): Toolbox {
  const resources = new FileResources(workspace)
  const isPlain = names === undefined
  const shared = {
    profile: 'files' as const,
    instructions: fileInstructions({ folders: (workspace.roots ?? []).map((root) => ['', root]), readOnly, prefix }),
    resources,
    // The text names our own tools, which another family lacks.
    prompts: isPlain
      ? filePrompts(resources.material(prefix), readOnly).map((row) => ({ ...row, name: prefix + row.name }))
      : [],
    complete: resources.complete.bind(resources),
    fault: (kind: 'closed' | 'internal', message: string) => fileCallResult(toolRefusal(kind, message)),
    rootsChanged: async () => {
      await workspace.changed()
      resources.emitAllChanged()
    },
    close: () => workspace.close(),
  }
  if (!isPlain) {
    const family = familyOf(names)
    return {
      ...shared,
      tools: definitionsOf(family, { outputSchemas: structured }).filter(
        ({ annotations }) => !readOnly || annotations?.readOnlyHint === true,
      ) as unknown as Tool[],
      knows: (name) => knows(family, name),
      call: async (name, args, { signal, server }) =>
        familyResult(await callIn(family, await workspace.of(server), name, args, signal), structured),
    }
  }
  const own: Tool[] = JSON.parse(table ?? toolTable('files', structured))
  const all = anchors ? (anchoredDefinitions(own as never) as unknown as Tool[]) : own
  const chosen = all.filter(({ name }) => tools === undefined || tools.includes(name))
  const changes = all.filter(({ annotations }) => annotations?.readOnlyHint !== true)
  const changing = new Set(changes.map(({ name }) => name))
  const ownNames = new Map(chosen.map(({ name }) => [prefix + name, name]))
  const isRefused = (tool: string): boolean => readOnly && !isRefusedByWorkspace && changing.has(tool)
  const offered = chosen.filter(({ name }) => !readOnly || !changing.has(name))
  return {
    ...shared,
    tools: offered.map((tool) => ({ ...tool, name: prefix + tool.name })),
    knows: (name) => ownNames.has(name),
    call: async (name, args, { signal, server }) => {
      const tool = ownNames.get(name) ?? name
      if (isRefused(tool)) return fileCallResult(toolRefusal('not_permitted', refusedChange(name)))
      const session = await workspace.of(server)
      const envelope = structured ? await session.call(tool, args, signal) : await session.show(tool, args, signal)
      return fileCallResult(envelope, {
        structured: structured && !PICTURE_TOOLS.has(tool),
        file: pictureFileOf(envelope),
      })
    },
    ...(!structured && {
      callForLine: async (name: string, args: unknown, start: string, { signal, server }: CallContext) => {
        const tool = ownNames.get(name) ?? name
        if (isRefused(tool)) return fileCallResult(toolRefusal('not_permitted', refusedChange(name)))
        const session = await workspace.of(server)
        const answer = await session.showAsLine(tool, args, start, signal)
        return answer instanceof Uint8Array ? answer : fileCallResult(answer, { file: pictureFileOf(answer) })
      },
    }),
  }
}

function refusedChange(name: string): string {
  return `${name} was not done: this server is read-only.`
}

/** The source file of a picture in an answer. */
function pictureFileOf(envelope: FileEnvelope): PictureFile | undefined {
  if (!('image' in envelope) || !envelope.image || envelope.path === undefined) return undefined
  const { path } = envelope
  return { path, uri: pathToFileURL(path).href, name: basename(path) }
}

/** Structure is for programs: never beside an error, whose schema it would not fit, and never beside a picture. */
function familyResult({ content, structuredContent, isError = false }: FamilyAnswer, isStructured: boolean) {
  const hasText = content.every(({ type }) => type === 'text')
  const structure = isStructured && !isError && hasText && structuredContent ? { structuredContent } : {}
  return { content, ...structure, isError } as CallToolResult
}
