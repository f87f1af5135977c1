import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'

import type * as api from '../index.js'
import type * as testing from '../testing.js'
import { isObject, nameOfType, shown } from './check.js'
import { Project, ScenewrightError, Workspace } from './index.js'

/** The time that stands in for every other. */
const FIXED_TIME = '2000-01-01T00:00:00.000Z'

/** Ids of transactions, also within texts. */
const ID = /\b[0-9a-f]{32}\b/g

// The compiler holds the implementation to the published types here.
void ({ steadyAnswers, withTempProject, withTempWorkspace } satisfies typeof testing)

export { steadyAnswers, withTempProject, withTempWorkspace }

/** Opens a project of the given files in a folder of its own. What it promises is documented in `testing.d.ts`. */
async function withTempProject<T>(
  files: testing.TempFiles,
  use: (project: api.Project, place: testing.TempPlace) => T | Promise<T>,
  options: testing.TempProjectOptions = {},
): Promise<T> {
  return within('withTempProject', files, fileOfProject, use, (dir) =>
    Project.open({ fonts: { system: false }, durability: 'fast', ...options, dir }),
  )
}

/** Opens a workspace of the given files in a folder of its own. */
async function withTempWorkspace<T>(
  files: testing.TempFiles,
  use: (workspace: api.Workspace, place: testing.TempPlace) => T | Promise<T>,
  options: testing.TempWorkspaceOptions = {},
): Promise<T> {
  return within(
    'withTempWorkspace',
    files,
    (name) => name,
    use,
    (root, home) => Workspace.open({ durability: 'fast', ...options, root, stateDir: join(home, 'state') }),
  )
}

/** Makes the folder, opens, uses, closes, and removes the folder, however it ends. */
async function within<Opened extends { close(): Promise<void> }, T>(
  caller: string,
  files: testing.TempFiles,
  pathOf: (name: string) => string,
  use: (opened: Opened, place: testing.TempPlace) => T | Promise<T>,
  open: (dir: string, home: string) => Promise<Opened>,
): Promise<T> {
  if (!isObject(files)) throw misuse(`${caller}: the files must be an object, got ${nameOfType(files)}.`)
  if (typeof use !== 'function') {
    throw misuse(`${caller}: the second argument must be a function, got ${nameOfType(use)}.`)
  }
  // Where the folder of temporaries is a link, answers name what it leads to.
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'scenewright-test-'))
  try {
    const dir = join(home, 'folder')
    mkdirSync(dir)
    for (const [name, content] of Object.entries(files)) writeBeneath(caller, dir, pathOf(name), name, content)
    const opened = await open(dir, home)
    try {
      return await use(opened, { dir, steady: steadyAnswers({ dir }) })
    } finally {
      await opened.close()
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** `main` and modules by the names that the tools use; everything else by its path. */
function fileOfProject(name: string): string {
  if (name === 'main') return 'scene.code.js'
  return /^[A-Za-z_][\w-]*$/.test(name) ? join('modules', `${name}.js`) : name
}

function writeBeneath(caller: string, dir: string, path: string, name: string, content: unknown): void {
  const file = resolve(dir, path)
  const within = relative(dir, file)
  if (within === '' || within === '..' || within.startsWith(`..${sep}`) || resolve(within) === within) {
    throw misuse(`${caller}: ${shown(name)} must name a file within the folder.`)
  }
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    throw misuse(`${caller}: the content of ${shown(name)} must be a text or bytes, got ${nameOfType(content)}.`)
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Makes a function that puts what differs from run to run into a fixed form. */
function steadyAnswers({ dir }: { readonly dir?: string | undefined } = {}): <T>(answer: T) => T {
  const ids = new Map<string, string>()
  const text = (given: string): string =>
    (dir === undefined ? given : given.replaceAll(dir, '<dir>')).replace(ID, (id) => {
      const known = ids.get(id) ?? `id-${ids.size + 1}`
      ids.set(id, known)
      return known
    })
  const steady = (value: unknown, key = ''): unknown => {
    if (typeof value === 'number') return key.endsWith('Ms') ? 0 : value
    if (typeof value === 'string') return key === 'time' && !Number.isNaN(Date.parse(value)) ? FIXED_TIME : text(value)
    if (Array.isArray(value)) return value.map((inner) => steady(inner))
    if (!isPlain(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [text(name), steady(inner, name)]))
  }
  return (answer) => steady(answer) as typeof answer
}

/** The class of the package: this file is built apart from it, and must not have one of its own. */
function misuse(message: string): Error {
  return new ScenewrightError('invalid_input', message)
}

/** Bytes and errors stay what they are. */
function isPlain(value: unknown): value is { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
