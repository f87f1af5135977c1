import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'

import { projectFolder } from '../project.js'
import { CommandError } from './command-error.js'
import { program } from './program.js'

/** The file with a project's main; tools call it `main`. */
export const MAIN_FILE = 'scene.code.js'

/** True for a folder that contains a project, or its history. */
export function holdsProject(folder: string): boolean {
  return [MAIN_FILE, 'modules', '.scenewright'].some((name) => existsSync(join(folder, name)))
}

/**
 * The folder of a command that works on a project:
 *
 * 1. the argument
 * 2. the environment variable `SCENEWRIGHT_DIR`
 * 3. the current folder, if it has a `scene.code.js`
 * 4. `.ai-native-cad` in the home folder, if there is a project
 *
 * Throws an error that names the folders that were searched.
 */
export function commandFolder(command: string, dir: string | undefined): string {
  const known = givenFolder(dir) ?? currentProject()
  if (known !== undefined) return known
  const usual = projectFolder(undefined)
  if (holdsProject(usual)) return usual
  throw new CommandError(
    `There is no project in ${process.cwd()}: it has no ${MAIN_FILE}. There is none in ${usual} either.\n` +
      `Name the folder of a project: ${program()} ${command} DIR. Or make one: ${program()} init DIR`,
  )
}

/** The folder of a server, which need not exist: the current one only if it has a project. */
export function serverFolder(dir: string | undefined): string {
  return givenFolder(dir) ?? currentProject() ?? projectFolder(undefined)
}

function givenFolder(dir: string | undefined): string | undefined {
  return dir !== undefined || process.env['SCENEWRIGHT_DIR'] ? projectFolder(dir) : undefined
}

function currentProject(): string | undefined {
  const current = process.cwd()
  return existsSync(join(current, MAIN_FILE)) ? projectFolder(current) : undefined
}

/** The path of a project's file by its name in tools; undefined if it does not exist. */
export function diskPath(folder: string, name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const path = name === 'main' ? join(folder, MAIN_FILE) : join(folder, 'modules', `${name}.js`)
  return existsSync(path) ? shortPath(path) : undefined
}

/** A path as a shell in the current folder takes it: relative below it, else absolute, with `~` for the home folder. */
export function shortPath(path: string): string {
  const below = relative(process.cwd(), path)
  if (below === '') return '.'
  if (!below.startsWith('..') && below !== path) return below
  const home = homedir()
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}

/** A path as an argument of a shell. */
export function shellWord(path: string): string {
  return /^[\w./:@+,=~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
