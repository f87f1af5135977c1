import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'

import type * as api from '../../index.js'
import type * as testing from '../../testing.js'
import { isObject, misuse, nameOfType, formatValue } from '../check.js'
import { Project, Workspace } from '../index.js'
import { createStabilizer } from './stabilizer.js'

/** A folder with something open in it. */
interface Temporary<Opened> {
  readonly opened: Opened
  readonly root: string
  readonly stable: <T>(answer: T) => T
  close(): Promise<void>
}

/** Opens a project of the given files in a folder of its own. It is documented in `testing.d.ts`. */
export async function tempProject(
  files: testing.TempFiles,
  options: testing.TempProjectOptions = {},
): Promise<testing.TempProject> {
  const { opened: project, ...place } = await openTempProject('tempProject', files, options)
  return { project, ...place, [Symbol.asyncDispose]: place.close }
}

/** Opens a workspace of the given files in a folder of its own. */
export async function tempWorkspace(
  files: testing.TempFiles,
  options: testing.TempWorkspaceOptions = {},
): Promise<testing.TempWorkspace> {
  const { opened: workspace, ...place } = await openTempWorkspace('tempWorkspace', files, options)
  return { workspace, ...place, [Symbol.asyncDispose]: place.close }
}

/** The same for the time of one function. */
export async function withTempProject<T>(
  files: testing.TempFiles,
  use: (project: api.Project, place: testing.TempPlace) => T | Promise<T>,
  options: testing.TempProjectOptions = {},
): Promise<T> {
  return within('withTempProject', use, () => openTempProject('withTempProject', files, options))
}

/** The same for the time of one function. */
export async function withTempWorkspace<T>(
  files: testing.TempFiles,
  use: (workspace: api.Workspace, place: testing.TempPlace) => T | Promise<T>,
  options: testing.TempWorkspaceOptions = {},
): Promise<T> {
  return within('withTempWorkspace', use, () => openTempWorkspace('withTempWorkspace', files, options))
}

async function within<Opened, T>(
  caller: string,
  use: (opened: Opened, place: testing.TempPlace) => T | Promise<T>,
  open: () => Promise<Temporary<Opened>>,
): Promise<T> {
  if (typeof use !== 'function') {
    throw misuse(`${caller}: the second argument must be a function, got ${nameOfType(use)}.`)
  }
  const { opened, root, stable, close } = await open()
  try {
    return await use(opened, { root, stable })
  } finally {
    await close()
  }
}

function openTempProject(
  caller: string,
  files: testing.TempFiles,
  { filesAreRead, ...options }: testing.TempProjectOptions,
): Promise<Temporary<api.Project>> {
  return openTemporary(caller, files, fileOfProject, async (root) => {
    const given = { fonts: { system: false }, durability: 'fast' as const, ...options, root }
    const names = Object.keys(files).filter((name) => isCode(fileOfProject(name)))
    const read = async (): Promise<string> => {
      const reader = await Project.open({ root, binaries: options.binaries })
      return sessionAfter(reader, names, (file) => reader.read({ file: nameOfFile(file) }))
    }
    return Project.open({ ...given, ...(await sessionOf(caller, filesAreRead, options.session, read)) })
  })
}

function openTempWorkspace(
  caller: string,
  files: testing.TempFiles,
  { filesAreRead, ...options }: testing.TempWorkspaceOptions,
): Promise<Temporary<api.Workspace>> {
  const asItIs = (name: string): string => name
  return openTemporary(caller, files, asItIs, async (root, home) => {
    const place = { root, historyDir: join(home, 'history') }
    // Another session reads them, so that the listeners and permissions of the test only see the test's own
    // calls.
    const read = async (): Promise<string> => {
      const reader = await Workspace.open({ ...place, durability: 'fast', binaries: options.binaries })
      return sessionAfter(reader, Object.keys(files), (path) => reader.read({ path }))
    }
    const session = await sessionOf(caller, filesAreRead, options.session, read)
    return Workspace.open({ durability: 'fast', ...options, ...session, ...place })
  })
}

/** The option `session` of a session that counts the files as read, where that was asked for. */
async function sessionOf(
  caller: string,
  filesAreRead: unknown = false,
  session: string | undefined,
  read: () => Promise<string>,
): Promise<{ readonly session?: string }> {
  if (typeof filesAreRead !== 'boolean') {
    throw misuse(`${caller}: filesAreRead must be true or false, got ${formatValue(filesAreRead)}.`)
  }
  if (!filesAreRead) return {}
  if (session !== undefined)
    throw misuse(`${caller}: filesAreRead and session exclude each other: a session has its own reads.`)
  return { session: await read() }
}

/** The state of a session after reading the files; some paths may be folders or not text. */
async function sessionAfter(
  reader: { exportSession(): string; close(): Promise<void> },
  names: readonly string[],
  read: (name: string) => Promise<unknown>,
): Promise<string> {
  try {
    for (const name of names) await read(name)
    return reader.exportSession()
  } finally {
    await reader.close()
  }
}

/**
 * Creates the folder and opens the project or workspace in it. The folder is removed when that is closed or could not be opened.
 */
async function openTemporary<Opened extends { close(): Promise<void> }>(
  caller: string,
  files: testing.TempFiles,
  pathOf: (name: string) => string,
  open: (root: string, home: string) => Promise<Opened>,
): Promise<Temporary<Opened>> {
  if (!isObject(files)) throw misuse(`${caller}: the files must be an object, got ${nameOfType(files)}.`)
  // If the temporary folder is a link, answers name its target.
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'scenewright-test-'))
  const remove = (): void => rmSync(home, { recursive: true, force: true })
  try {
    const root = join(home, 'folder')
    mkdirSync(root)
    for (const [name, content] of Object.entries(files)) writeBeneath(caller, root, pathOf(name), name, content)
    const opened = await open(root, home)
    const close = async (): Promise<void> => {
      try {
        await opened.close()
      } finally {
        remove()
      }
    }
    return { opened, root, stable: createStabilizer({ root }), close }
  } catch (thrown) {
    remove()
    throw thrown
  }
}

/** `main` and modules by the names that the tools use; everything else by its path. */
function fileOfProject(name: string): string {
  if (name === 'main') return 'scene.code.js'
  return /^[A-Za-z_][\w-]*$/.test(name) ? join('modules', `${name}.js`) : name
}

/** Returns true for the files that the tools of a project read: main and the modules. */
function isCode(path: string): boolean {
  return path === 'scene.code.js' || /^modules[\\/][\w-]+\.js$/.test(path)
}

/** The name that the tools have for a file of code. */
function nameOfFile(name: string): string {
  if (name === 'scene.code.js') return 'main'
  return /^modules\/([\w-]+)\.js$/.exec(name)?.[1] ?? name
}

function writeBeneath(caller: string, dir: string, path: string, name: string, content: unknown): void {
  const file = resolve(dir, path)
  const inside = relative(dir, file)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside) {
    throw misuse(`${caller}: ${formatValue(name)} must name a file within the folder.`)
  }
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    throw misuse(`${caller}: the content of ${formatValue(name)} must be a text or bytes, got ${nameOfType(content)}.`)
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
