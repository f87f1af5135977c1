import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

import { misuse, shown } from './check.js'
import { writtenPath } from './written-path.js'

/** The file of global excludes that an option means: a path, or the one that git takes. */
export function globalExcludesFile(given: unknown, env = process.env): string | undefined {
  if (given === undefined || given === false) return undefined
  if (given === true) return excludesFileOfGit(env)
  if (typeof given === 'string' && given !== '' && !given.includes('\0')) return writtenPath('globalGitignore', given)
  throw misuse(`Workspace.open: globalGitignore must be true, false or the path of a file, got ${shown(given)}.`)
}

function excludesFileOfGit(env: NodeJS.ProcessEnv): string {
  const folder = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git')
  const own = env['GIT_CONFIG_GLOBAL']
  // Of several, the last counts.
  const files = own ? [own] : [join(folder, 'config'), join(homedir(), '.gitconfig')]
  const named = files.flatMap(excludesFileOf).at(-1)
  if (named === undefined || named === '') return join(folder, 'ignore')
  return resolve(homedir(), named.replace(/^~(?=\/)/, homedir()))
}

/** The values of `core.excludesFile` in a configuration of git. Files that it includes are not read. */
function excludesFileOf(file: string): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  let section = ''
  const values: string[] = []
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.toLowerCase() ?? section
    const value = /^(?:\s*\[[^\]]*\])?\s*excludesfile\s*=\s*(.*)$/i.exec(line)?.[1]
    if (section === 'core' && value !== undefined) values.push(plainValue(value))
  }
  return values
}

/** A value without its quotes, escapes and comment. */
function plainValue(written: string): string {
  let value = ''
  for (const [part] of written.matchAll(/"(?:[^"\\]|\\.)*"|\\.|[#;].*$|[^"\\#;]+/g)) {
    if (/^[#;]/.test(part)) break
    value += part.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/g, '$1')
  }
  return value.trim()
}
