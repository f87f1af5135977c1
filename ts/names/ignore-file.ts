import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type * as api from '../../index.js'
import type { FamilyName } from './family.js'

/** The ignore file of a family, in the syntax of `.gitignore`. */
const IGNORE_FILES: Partial<Record<FamilyName, string>> = { gemini: '.geminiignore' }

/** The options for a workspace on these roots, in which the ignore files of the family count. */
export function withIgnoreFiles(
  options: api.WorkspaceOptions,
  roots: readonly string[],
  names: FamilyName | undefined,
): api.WorkspaceOptions {
  const file = names && IGNORE_FILES[names]
  const lines = file === undefined ? [] : roots.flatMap((root) => linesOf(join(root, file)))
  const { root: _, ...others } = options
  return { ...others, roots, ...(lines.length > 0 && { deny: [...(options.deny ?? []), ...lines] }) }
}

/** The lines that hold a rule. A missing file has none. */
function linesOf(file: string): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
}
