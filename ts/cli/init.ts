import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

import { CommandError } from './command-error.js'
import { exampleFolder, STARTER } from './examples.js'
import { MAIN_FILE, shellWord, shortPath } from './places.js'
import { PACKAGE_ROOT, program } from './program.js'
import { indent, type Output } from './terminal.js'

const EDITOR_FILE = 'jsconfig.json'

/** The most existing files that an error lists by name. */
const MAX_LISTED = 8

/** Creates a project from an example. Refuses to overwrite anything. */
export function init(dir: string | undefined, example = STARTER, stdout: Output): number {
  const source = exampleFolder('init', example)
  const folder = resolve(dir ?? '.')
  const files = makeProject(source, folder)
  const { style } = stdout
  stdout.line(`${style.green('made')} ${style.name(shortPath(folder))} from the example ${example}`)
  stdout.line(indent(files.map((file) => style.name(file === MAIN_FILE ? `${file} (main)` : file)).join('\n')))
  const shown = folder === process.cwd() ? '' : ` ${shellWord(shortPath(folder))}`
  const commands = [
    [`view${shown} --open`, 'shows the drawing in your browser'],
    [`export${shown} -o ${shellWord(`${fileStem(folder)}.dxf`)}`, 'writes it for a laser cutter or CAD program'],
    [`setup claude-code${shown}`, 'lets an agent draw (scenewright setup --help lists other clients)'],
  ] as const
  const lines = commands.map(([command, what]) => [`${program()} ${command}`, what] as const)
  const width = Math.max(...lines.map(([command]) => command.length))
  stdout.line(
    `\nNext:\n${lines.map(([command, what]) => `  ${command.padEnd(width)}  ${style.dim(`# ${what}`)}`).join('\n')}`,
  )
  return 0
}

/** Copies an example into a folder, with the file for editors, and returns the paths of the files. */
export function makeProject(source: string, folder: string): string[] {
  const examples = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(source, path)).isFile(),
  )
  const files = [...examples, EDITOR_FILE].sort()
  const inTheWay = obstacles(folder, files)
  if (inTheWay.length > 0) {
    const more = inTheWay.length > MAX_LISTED ? ` and ${inTheWay.length - MAX_LISTED} more` : ''
    throw new CommandError(
      `${folder} has ${inTheWay.slice(0, MAX_LISTED).join(', ')}${more} already, and nothing is overwritten. ` +
        `Name another folder: ${program()} init DIR`,
    )
  }
  try {
    mkdirSync(folder, { recursive: true })
    for (const path of examples) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      // Without the permissions of the package's folder, which may be read-only.
      cpSync(join(source, path), join(folder, path), { errorOnExist: true, force: false, mode: 0 })
    }
    writeFileSync(join(folder, EDITOR_FILE), editorFile(folder), { flag: 'wx' })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`Could not make a project in ${folder}: ${reason}`, { cause })
  }
  return files
}

/** The files of a folder that a project would overwrite, including files where it needs folders. */
function obstacles(folder: string, files: readonly string[]): string[] {
  if (existsSync(folder) && !statSync(folder).isDirectory()) return [basename(folder)]
  const folders = new Set(files.map((file) => dirname(file)).filter((path) => path !== '.'))
  const isFile = (path: string) => existsSync(join(folder, path)) && !statSync(join(folder, path)).isDirectory()
  return [...files.filter((file) => existsSync(join(folder, file))), ...[...folders].filter(isFile)]
}

/** The file by which an editor completes the drawing functions: of the installed package, or by its path. */
function editorFile(folder: string): string {
  const config = isResolved(folder)
    ? { extends: 'scenewright/jsconfig.json' }
    : {
        extends: posix(join(PACKAGE_ROOT, 'jsconfig.json')),
        compilerOptions: { types: [] },
        include: [MAIN_FILE, 'modules/*.js', posix(join(PACKAGE_ROOT, 'scene.d.ts'))],
      }
  return `${JSON.stringify(config, null, 2)}\n`
}

/** True if the package is installed for a folder, so that it can be imported by name. */
function isResolved(folder: string): boolean {
  try {
    createRequire(join(folder, 'file.js')).resolve('scenewright/jsconfig.json')
    return true
  } catch {
    return false
  }
}

function posix(path: string): string {
  return path.split(sep).join('/')
}

/** The name for a file with the drawing of a folder. */
function fileStem(folder: string): string {
  return relative(dirname(folder), folder) || 'scene'
}
