import { existsSync, readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join, resolve, sep } from 'node:path'

import type * as api from '../index.js'
import { version } from '../package.json'
import type * as binding from './binding.js'
import { isObject, misuse, nameOfType, reading } from './check.js'
import { ScenewrightError } from './errors.js'
import { resolvePlatformFiles } from './platform-files.js'
import { currentHost, platformName, RELEASE_PLATFORMS, runnerFileName, type Host } from './platform.js'

/** The native half: the addon's exports, and the executable that scripts run in. */
export interface Native extends Location {
  readonly binding: typeof binding
}

/** The paths of the two binaries. */
export interface Location {
  readonly addonPath: string
  readonly runnerPath: string
}

/** The inputs of the search for the binaries. */
export interface Surroundings {
  readonly host: Host
  readonly env: { readonly [name: string]: string | undefined }
  /** The option `binaries` of a project or workspace. */
  readonly binaries?: api.Binaries | undefined
  /** The folder of this package: a checkout, or its place in `node_modules`. */
  readonly packageRoot: string
  /** The folder of this file; in a bundle that contains this package, the folder of the bundle. */
  readonly here: string
  /** The version of this package. The binaries of another version do not fit. */
  readonly version: string
  exists(path: string): boolean
  /** The folder and version of an installed package, or `undefined`. */
  findPackage(name: string): { readonly folder: string; readonly version: string } | undefined
}

/** The version of this package. */
export const VERSION: string = version

// Fetched by name: webpack replaces the calls of this function that it recognizes.
const createRequire: typeof nodeModule.createRequire = Reflect.get(nodeModule, 'createRequire')

let loaded: Native | undefined

/**
 * Loads the native half once a process; the runner may be another one for each who asks. Throws
 * {@link ScenewrightError} saying what is missing and what to do.
 */
export function native(binaries?: api.Binaries): Native {
  if (!loaded) {
    loaded = load(currentSurroundings(binaries))
  } else if (binaries !== undefined) {
    const { addonPath, runnerPath } = locate(currentSurroundings({ addon: loaded.addonPath, ...binaries }))
    if (addonPath !== loaded.addonPath) {
      throw misuse(`binaries.addon is ${addonPath}, but this process has loaded ${loaded.addonPath}: name one of them.`)
    }
    return { binding: loaded.binding, addonPath, runnerPath }
  }
  return loaded
}

/** Returns the places of the binaries that {@link native} loads. Throws {@link ScenewrightError} as it does. */
export function locateBinaries(): Location {
  return locate(currentSurroundings(undefined))
}

/** The option `binaries` of a call, checked. */
export function readBinaries(who: string, given: unknown): api.Binaries | undefined {
  if (given === undefined) return undefined
  if (!isObject(given)) throw misuse(`${who}: binaries must be an object, got ${nameOfType(given)}.`)
  const { addon, runner } = reading(`${who}: binaries`, () => ({ ...given }) as { [name: string]: unknown })
  for (const [name, path] of Object.entries({ addon, runner })) {
    if (path === undefined || (typeof path === 'string' && path !== '')) continue
    throw misuse(`${who}: binaries.${name} must be the path of a file, got ${nameOfType(path)}.`)
  }
  return { addon, runner } as api.Binaries
}

/** Finds and loads the binaries. */
export function load(around: Surroundings): Native {
  const { addonPath, runnerPath } = locate(around)
  try {
    // The file need not exist: it only says from where relative requests are resolved.
    const requireHere = createRequire(join(around.here, 'scenewright.js'))
    return { binding: requireHere(addonPath) as typeof binding, addonPath, runnerPath }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError(
      'native_load_failed',
      `scenewright could not load its native addon on ${describeHost(around.host)}.\n` +
        `File: ${addonPath}\n` +
        `Reason: ${reason}\n` +
        loadHelp(reason, around),
      { cause },
    )
  }
}

/**
 * Finds the binaries, in this order:
 *
 * 1. the option `binaries`,
 * 2. the environment variables `SCENEWRIGHT_ADDON` (`SCENEWRIGHT_NATIVE` means the same) and `SCENEWRIGHT_RUNNER`,
 * 3. the folder of this package, where `npm run build` puts them, and the folder of a bundle that it is part of,
 * 4. the package of the platform, `scenewright-<platform>`.
 *
 * The runner comes from the folder that the addon was found in. Files in an Electron archive are taken from the folder
 * where they were unpacked: the system cannot start a program within an archive.
 */
export function locate(around: Surroundings): Location {
  const addonPath = unpacked(locateAddon(around), around)
  const override = namedFile('runner', ['SCENEWRIGHT_RUNNER'], 'runner_missing', around)
  if (override !== undefined) return { addonPath, runnerPath: override }
  const runnerPath = unpacked(join(dirname(addonPath), runnerFileName(around.host)), around)
  if (!around.exists(runnerPath)) {
    throw new ScenewrightError(
      'runner_missing',
      `scenewright found its native addon but not the program that runs scripts.\n` +
        `Platform: ${describeHost(around.host)}\n` +
        `Looked for: ${runnerPath}\n` +
        installHelp(around),
    )
  }
  return { addonPath, runnerPath }
}

function locateAddon(around: Surroundings): string {
  const override = namedFile('addon', ['SCENEWRIGHT_ADDON', 'SCENEWRIGHT_NATIVE'], 'native_missing', around)
  if (override !== undefined) return override
  const platform = platformName(around.host)
  const fileName = `scenewright.${platform}.node`
  const looked = [...new Set([around.packageRoot, around.here])].map((folder) => join(folder, fileName))
  const own = looked.find(around.exists)
  if (own !== undefined) return own

  const packageName = `scenewright-${platform}`
  const platformPackage = around.findPackage(packageName)
  if (!platformPackage) {
    looked.push(`the package ${packageName}, which is not installed`)
  } else if (platformPackage.version !== around.version) {
    // Looked at before its files: the interface between the two halves may differ from version to version.
    looked.push(
      `the package ${packageName}, which is installed as ${platformPackage.version} ` +
        `while this is scenewright ${around.version}`,
    )
  } else {
    const inPlatformPackage = join(platformPackage.folder, fileName)
    if (around.exists(inPlatformPackage)) return inPlatformPackage
    looked.push(inPlatformPackage)
  }
  const supported = RELEASE_PLATFORMS.includes(platform)
  throw new ScenewrightError(
    supported ? 'native_missing' : 'unsupported_platform',
    `scenewright has no native addon for this platform.\n` +
      `Platform: ${describeHost(around.host)}\n` +
      `Looked for:\n${looked.map((place) => `  ${place}\n`).join('')}` +
      (supported ? '' : `Prebuilt platforms: ${RELEASE_PLATFORMS.join(', ')}\n`) +
      installHelp(around),
  )
}

/** The file that the option or the first set variable names, if any. */
function namedFile(
  option: 'addon' | 'runner',
  variables: readonly string[],
  code: 'native_missing' | 'runner_missing',
  around: Surroundings,
): string | undefined {
  const given = around.binaries?.[option]
  const variable = variables.find((name) => around.env[name])
  const path = given ?? (variable && around.env[variable])
  if (path === undefined) return undefined
  if (around.exists(resolve(path))) return resolve(path)
  const who = given === undefined ? `The environment variable ${variable}` : `The option binaries.${option}`
  throw new ScenewrightError(
    code,
    `${who} names a file that does not exist.\n` +
      `Looked for: ${resolve(path)}\n` +
      `Correct it, or leave it out to use the binaries of the package.`,
  )
}

/** The unpacked copy of a file in an Electron archive, or the file itself. */
function unpacked(path: string, around: Surroundings): string {
  const outside = path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`)
  return outside !== path && around.exists(outside) ? outside : path
}

/** The command that provides the binaries: a checkout builds them, an installation installs them. */
function installHelp(around: Surroundings): string {
  if (around.exists(join(around.packageRoot, 'Cargo.toml'))) {
    return `To build it, run in ${around.packageRoot}: npm run build`
  }
  const platform = platformName(around.host)
  if (!RELEASE_PLATFORMS.includes(platform)) {
    return `To use it here, build it from a checkout of the source with: npm run build`
  }
  return (
    `To install it, run: npm install scenewright-${platform}@${around.version}\n` +
    `Under Next.js, leave the package out of the bundle: serverExternalPackages: ['scenewright'] in next.config.\n` +
    `In a bundle or a container without node_modules, name both binaries by SCENEWRIGHT_ADDON and SCENEWRIGHT_RUNNER, ` +
    `or by the option binaries: Project.open({ binaries: { addon, runner } }).`
  )
}

function loadHelp(reason: string, around: Surroundings): string {
  if (/GLIBC_|ld-linux|libc\.musl|ld-musl/.test(reason)) {
    return `The addon was built for another C library than this system's. ${installHelp(around)}`
  }
  if (/invalid ELF header|wrong architecture|incompatible architecture|not a valid Win32/i.test(reason)) {
    return `The addon was built for another platform. ${installHelp(around)}`
  }
  return installHelp(around)
}

function describeHost(host: Host): string {
  return `${platformName(host)} (Node ${process.version}, ABI ${process.versions.modules})`
}

function currentSurroundings(binaries: api.Binaries | undefined): Surroundings {
  return {
    host: currentHost(),
    env: process.env,
    binaries,
    // From `ts/` in a checkout and from `dist/` when built.
    packageRoot: resolve(__dirname, '..'),
    here: __dirname,
    version: VERSION,
    exists: existsSync,
    findPackage(name) {
      const manifest = resolvePlatformFiles(name)?.manifest ?? findManifest(name)
      return manifest === undefined ? undefined : { folder: dirname(manifest), version: manifestVersion(manifest) }
    },
  }
}

/**
 * The manifest of a package, looked up from here. In a bundle it is looked up from the started program and from the
 * current folder, also through the package `scenewright` there: a strict package manager gives that package's
 * dependencies to it alone.
 */
function findManifest(name: string): string | undefined {
  for (const folder of [__dirname, dirname(process.argv[1] ?? ''), process.cwd()]) {
    const found =
      resolveFrom(folder, `${name}/package.json`) ??
      resolveFrom(dirname(resolveFrom(folder, 'scenewright/package.json') ?? folder), `${name}/package.json`)
    if (found !== undefined) return found
  }
  return undefined
}

function resolveFrom(folder: string, request: string): string | undefined {
  try {
    return createRequire(join(resolve(folder), 'scenewright.js')).resolve(request)
  } catch {
    return undefined
  }
}

function manifestVersion(path: string): string {
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
