import { homedir } from 'node:os'
import { join } from 'node:path'

import { misuse, formatValue } from './check.js'
import { writtenPath } from './written-path.js'

/** The paths of git's configuration files, which the native half reads. */
interface GitEnvironment {
  readonly home: string
  /** The files of the machine's and the user's configuration; a later one counts more. */
  readonly configFiles: readonly string[]
  /** The global excludes: a file that replaces all others, or the default for when `core.excludesFile` is not set. */
  readonly excludesFile?: string
  readonly isConfigured: boolean
}

/** Git's environment, with the global excludes that an option selects: none, the file at a path, or git's own. */
export function gitEnvironment(globalGitignore: unknown, env = process.env): GitEnvironment {
  const home = homedir()
  const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git')
  const isOff = (value: string | undefined): boolean => /^(false|no|off|0|)$/i.test(value ?? '')
  const system = env['GIT_CONFIG_SYSTEM'] || (process.platform === 'win32' ? undefined : '/etc/gitconfig')
  const own = env['GIT_CONFIG_GLOBAL']
  const configFiles = [
    ...(system !== undefined && isOff(env['GIT_CONFIG_NOSYSTEM']) ? [system] : []),
    ...(own ? [own] : [join(folder, 'config'), join(home, '.gitconfig')]),
  ]
  return { home, configFiles, ...excludesOf(globalGitignore, join(folder, 'ignore')) }
}

function excludesOf(given: unknown, own: string): Pick<GitEnvironment, 'excludesFile' | 'isConfigured'> {
  if (given === undefined || given === false) return { isConfigured: false }
  if (given === true) return { excludesFile: own, isConfigured: true }
  if (typeof given === 'string' && given !== '' && !given.includes('\0')) {
    return { excludesFile: writtenPath('globalGitignore', given), isConfigured: false }
  }
  throw misuse(`Workspace.open: globalGitignore must be true, false or the path of a file, got ${formatValue(given)}.`)
}
