import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

import type * as binding from './binding.js'
import { ScenewrightError } from './errors.js'
import { currentHost, platformName, RELEASE_PLATFORMS, runnerFileName, type Host } from './platform.js'

/** The native half: the addon's exports, and the executable that scripts run in. */
export interface Native {
  readonly binding: typeof binding
  readonly runnerPath: string
}

/** Where the two binaries are. */
export interface Location {
  readonly addonPath: string
  readonly runnerPath: string
}

/** What looking for the binaries depends on. */
export interface Surroundings {
  readonly host: Host
  readonly env: { readonly [name: string]: string | undefined }
  /** The folder of this package: a checkout, or its place in `node_modules`. */
  readonly packageRoot: string
  /** The version of this package. The binaries of another version do not fit. */
  readonly version: string
  exists(path: string): boolean
  /** The folder and version of an installed package, or `undefined`. */
  findPackage(name: string): { readonly folder: string; readonly version: string } | undefined
}

/** The folder of this package, from `ts/` in a checkout and from `dist/` when built. */
export const PACKAGE_ROOT = resolve(__dirname, '..')

const requireFromPackage = createRequire(join(PACKAGE_ROOT, 'package.json'))

/** The version of this package. */
export const VERSION: string = manifestVersion(join(PACKAGE_ROOT, 'package.json'))

let loaded: Native | undefined

/** Loads the native half once a process. Throws {@link ScenewrightError} saying what is missing and what to do. */
export function native(): Native {
  loaded ??= load(currentSurroundings())
  return loaded
}

/** Finds and loads the binaries. */
export function load(around: Surroundings): Native {
  const { addonPath, runnerPath } = locate(around)
  try {
    return { binding: requireFromPackage(addonPath) as typeof binding, runnerPath }
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
 * 1. the environment variables `SCENEWRIGHT_NATIVE` (addon) and `SCENEWRIGHT_RUNNER` (executable),
 * 2. the folder of this package, where `npm run build` puts them,
 * 3. the package of the platform, `scenewright-<platform>`.
 *
 * The runner comes from the folder that the addon was found in.
 */
export function locate(around: Surroundings): Location {
  const addonPath = locateAddon(around)
  const override = around.env['SCENEWRIGHT_RUNNER']
  if (override) {
    requireOverride('SCENEWRIGHT_RUNNER', override, 'runner_missing', around)
    return { addonPath, runnerPath: resolve(override) }
  }
  const runnerPath = join(dirname(addonPath), runnerFileName(around.host))
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
  const override = around.env['SCENEWRIGHT_NATIVE']
  if (override) {
    requireOverride('SCENEWRIGHT_NATIVE', override, 'native_missing', around)
    return resolve(override)
  }
  const platform = platformName(around.host)
  const fileName = `scenewright.${platform}.node`
  const inPackage = join(around.packageRoot, fileName)
  if (around.exists(inPackage)) return inPackage

  const packageName = `scenewright-${platform}`
  const platformPackage = around.findPackage(packageName)
  const looked = [inPackage]
  if (!platformPackage) {
    looked.push(`the package ${packageName}, which is not installed`)
  } else if (platformPackage.version !== around.version) {
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

function requireOverride(
  name: string,
  path: string,
  code: 'native_missing' | 'runner_missing',
  around: Surroundings,
): void {
  if (around.exists(resolve(path))) return
  throw new ScenewrightError(
    code,
    `The environment variable ${name} names a file that does not exist.\n` +
      `Looked for: ${resolve(path)}\n` +
      `Correct the variable, or unset it to use the binaries of the package.`,
  )
}

/** The one command that brings the binaries: a checkout builds them, an installation installs them. */
function installHelp(around: Surroundings): string {
  if (around.exists(join(around.packageRoot, 'Cargo.toml'))) {
    return `To build it, run in ${around.packageRoot}: npm run build`
  }
  const platform = platformName(around.host)
  if (!RELEASE_PLATFORMS.includes(platform)) {
    return `To use it here, build it from a checkout of the source with: npm run build`
  }
  return `To install it, run: npm install scenewright-${platform}@${around.version}`
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

function currentSurroundings(): Surroundings {
  return {
    host: currentHost(),
    env: process.env,
    packageRoot: PACKAGE_ROOT,
    version: VERSION,
    exists: existsSync,
    findPackage(name) {
      try {
        const manifest = requireFromPackage.resolve(`${name}/package.json`)
        return { folder: dirname(manifest), version: manifestVersion(manifest) }
      } catch {
        return undefined
      }
    },
  }
}

function manifestVersion(path: string): string {
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
