import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** The folder of this package: `dist` is in it. */
export const PACKAGE_ROOT = resolve(__dirname, '..')

/** The program that a shell starts. */
const PROGRAM_PATH = join(PACKAGE_ROOT, 'bin', 'scenewright')

/** The command by which a person in this folder starts this program again. */
export function program(): string {
  // npx keeps packages that are not installed in a folder of this name.
  const isInNpxCache = PACKAGE_ROOT.includes(`${sep}_npx${sep}`)
  const isNpx = process.env['npm_command'] === 'exec' || isInNpxCache
  if (isNpx || hasLocalProgram(process.cwd())) return 'npx scenewright'
  const isInstalled = PACKAGE_ROOT.split(sep).includes('node_modules')
  return isInstalled ? 'scenewright' : `node ${relative(process.cwd(), PROGRAM_PATH)}`
}

/** True where npx in this folder starts a program that is installed in it or above. */
function hasLocalProgram(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', '.bin', 'scenewright'))) return true
  const above = dirname(folder)
  return above !== folder && hasLocalProgram(above)
}

/**
 * The command by which another program starts this one whatever its folder is. Graphical programs lack the PATH of a shell,
 * so Node is named by its path too.
 */
export function absoluteCommand(): { readonly command: string; readonly args: readonly string[] } {
  if (PACKAGE_ROOT.includes(`${sep}_npx${sep}`)) {
    const npx = ['npx', '-y', 'scenewright']
    return process.platform === 'win32'
      ? { command: 'cmd', args: ['/c', ...npx] }
      : { command: 'npx', args: npx.slice(1) }
  }
  return { command: process.execPath, args: [PROGRAM_PATH] }
}
