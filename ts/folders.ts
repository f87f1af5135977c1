import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

import { misuse, nameOfType, shown } from './check.js'
import { writtenPath } from './written-path.js'

/** The folders that were asked for, absolute. */
export function rootFolders(root: unknown, several: unknown): string[] {
  const given = root === undefined ? several : several === undefined ? [root] : undefined
  const isFolder = (path: unknown): path is string => typeof path === 'string' && path !== ''
  if (!Array.isArray(given) || given.length === 0 || !given.every(isFolder)) {
    const got = root === undefined ? `roots: ${nameOfType(several)}` : `root: ${shown(root)}`
    throw misuse(`Workspace.open: give root, the path of a folder, or roots, a list of such, got ${got}.`)
  }
  return given.map((path) => writtenPath('Workspace.open', path))
}

/** The folder that was asked for, else the one of the environment, else where the platform keeps such things. */
export function stateFolder(given: unknown): string {
  if (given !== undefined && (typeof given !== 'string' || given === '')) {
    throw misuse(`Workspace.open: stateDir must be the path of a folder, got ${shown(given)}.`)
  }
  return writtenPath('stateDir', given ?? (process.env['SCENEWRIGHT_STATE_DIR'] || platformStateFolder()))
}

function platformStateFolder(): string {
  const { env, platform } = process
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'scenewright')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'scenewright')
  // A relative path there is to be ignored, says the standard.
  const state = env['XDG_STATE_HOME']
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'scenewright')
}
