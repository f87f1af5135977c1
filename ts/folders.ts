import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { isObject, misuse, nameOfType, formatValue } from './check.js'
import { writtenPath } from './written-path.js'

/** A path that was given as a text or as a URL of a file. */
export function folderPath(who: string, given: unknown): string {
  if (given instanceof URL || (isObject(given) && 'href' in given && typeof given.href === 'string')) {
    try {
      return fileURLToPath(given as URL)
    } catch (cause) {
      throw misuse(`${who} must be the URL of a file, got ${formatValue(String((given as URL).href))}.`, cause)
    }
  }
  if (typeof given === 'string' && given !== '') return given
  throw misuse(`${who} must be a path or the URL of a file, got ${given === '' ? "''" : nameOfType(given)}.`)
}

/** The requested folders, as absolute paths. */
export function rootFolders(root: unknown, several: unknown): string[] {
  if (root !== undefined && several !== undefined) throw misuse('Workspace.open: give root or roots, not both.')
  if (root !== undefined) return [writtenPath('Workspace.open', folderPath('Workspace.open: root', root))]
  if (!Array.isArray(several) || several.length === 0) {
    const got = `roots: ${nameOfType(several)}`
    throw misuse(`Workspace.open: give root, the path of a folder, or roots, a list of such, got ${got}.`)
  }
  const paths = several.map((path: unknown, index) => folderPath(`Workspace.open: roots[${index}]`, path))
  return paths.map((path) => writtenPath('Workspace.open', path))
}

/** The requested folder, otherwise the one of the environment, otherwise the platform's place for such data. */
export function historyFolder(given: unknown): string {
  if (given !== undefined) return writtenPath('historyDir', folderPath('Workspace.open: historyDir', given))
  return writtenPath('historyDir', process.env['SCENEWRIGHT_STATE_DIR'] || platformStateFolder())
}

function platformStateFolder(): string {
  const { env, platform } = process
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'scenewright')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'scenewright')
  // The XDG standard says that a relative path there is to be ignored.
  const state = env['XDG_STATE_HOME']
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'scenewright')
}
