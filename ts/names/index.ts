import type * as api from '../../index.js'
import type { Workspace } from '../workspace.js'
import { CODEX } from './codex.js'
import { check, definitionOf, FamilyError, Tools, type Family, type FamilyAnswer, type FamilyName } from './family.js'
import { GEMINI } from './gemini.js'
import { kode } from './kode.js'
import { MCP_FILESYSTEM } from './mcp-filesystem.js'

export { FAMILIES, type FamilyAnswer, type FamilyName } from './family.js'

/** Our file tools under the names and with the arguments of another family. */
export function familyOf(name: FamilyName): Family {
  switch (name) {
    case 'codex':
      return CODEX
    case 'gemini':
      return GEMINI
    case 'kode':
      return kode()
    case 'mcp-filesystem':
      return MCP_FILESYSTEM
  }
}

export function definitionsOf(
  family: Family,
  { outputSchemas = false }: { readonly outputSchemas?: boolean } = {},
): api.ToolDefinition[] {
  return family.tools.map((tool) => {
    const { outputSchema, ...definition } = definitionOf(tool)
    return outputSchemas && outputSchema ? { ...definition, outputSchema } : definition
  })
}

/** True for the name of a tool, also an old one. */
export function knows(family: Family, name: string): boolean {
  return family.tools.some((tool) => tool.name === name || tool.aliases?.includes(name))
}

/** Answers a call. A refusal is an answer with `isError`. */
export async function callIn(
  family: Family,
  workspace: Workspace,
  name: string,
  args: unknown,
  signal?: AbortSignal,
): Promise<FamilyAnswer> {
  const tool = family.tools.find((it) => it.name === name || it.aliases?.includes(name))
  try {
    if (!tool) throw new FamilyError(`There is no tool ${name}.`, 'invalid_input')
    const leftOut: string[] = []
    const given = check(name, tool.parameters, tool.readArguments?.(args) ?? args, leftOut)
    const answer = await tool.run(given, new Tools(workspace, signal, family.ownNames))
    if (leftOut.length === 0) return answer
    const warning = `Warning: ${name} takes no argument ${leftOut.join(', ')}; it was left out.`
    return { ...answer, content: [...answer.content, { type: 'text', text: warning }] }
  } catch (thrown) {
    if (thrown instanceof FamilyError) return { content: [{ type: 'text', text: thrown.message }], isError: true }
    throw thrown
  }
}
