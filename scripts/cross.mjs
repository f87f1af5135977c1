// Builds the two binaries of a platform, with zig as the linker where that chooses the C library, and puts them beside
// npm/<platform>/package.json.
//
//   node scripts/cross.mjs linux-arm64-musl [--release] [--top]
//
// With --top they are put at the top of the checkout too, where the tests of Node look first.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

import { PLATFORMS } from './pack.mjs'
import { has, isProgram, main, replaceFile, ROOT, run, printStep, StepError } from './support.mjs'

/** The oldest glibc that a release runs with: that of Debian 10 and RHEL 8. */
export const OLDEST_GLIBC = '2.28'

/**
 * An addon is a shared library, which musl's default of Rust cannot make; and the runner opens it, which a program that zig links
 * for musl cannot do unless it is asked to.
 */
export const MUSL_FLAGS = '-C target-feature=-crt-static -C link-arg=-dynamic'

/** The targets of the Cargo build: the addon and the runner, which a package of a platform has. */
export const BINARIES = ['--package', 'scenewright', '--package', 'scenewright-executable', '--lib', '--bins']

/** The name that Rust has for a platform. */
export function rustTarget(platform) {
  const [system, arch, abi] = platform.split('-')
  const cpu = { arm64: 'aarch64', x64: 'x86_64' }[arch]
  const rest = { darwin: 'apple-darwin', linux: `unknown-linux-${abi}`, win32: 'pc-windows-msvc' }[system]
  return `${cpu}-${rest}`
}

/** The names of the addon and the runner of a platform: as Cargo writes them, and as they are published. */
export function binaryNames(platform) {
  const [system] = platform.split('-')
  const [library, exe] = { darwin: ['libscenewright.dylib', ''], win32: ['scenewright.dll', '.exe'] }[system] ?? [
    'libscenewright.so',
    '',
  ]
  return [
    { built: library, published: `scenewright.${platform}.node` },
    { built: `scenewright-runner${exe}`, published: `scenewright-runner${exe}` },
  ]
}

/**
 * Builds, and answers the paths of the binaries beside the manifest of the platform.
 *
 * @param {string} platform
 * @param {{ release?: boolean, env?: Record<string, string> }} [options]
 */
export async function buildPlatform(platform, { release = false, env = {} } = {}) {
  const target = rustTarget(platform)
  const isLinux = platform.startsWith('linux-')
  if (isLinux && !has('cargo-zigbuild', ['--version'])) {
    throw new StepError('cargo-zigbuild is missing: pip install ziglang cargo-zigbuild')
  }
  const version = platform.endsWith('-gnu') ? `.${OLDEST_GLIBC}` : ''
  const flags = platform.endsWith('-musl') ? { RUSTFLAGS: MUSL_FLAGS } : {}
  printStep(`building ${platform} (${release ? 'release' : 'dev'})`)
  await run(
    'cargo',
    [
      isLinux ? 'zigbuild' : 'build',
      ...BINARIES,
      ...['--target', `${target}${version}`],
      ...(release ? ['--release'] : []),
    ],
    { quiet: true, env: { ...flags, ...env } },
  )
  const folder = join(env.CARGO_TARGET_DIR ?? process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), target)
  return binaryNames(platform).map(({ built, published }) => {
    const source = join(folder, release ? 'release' : 'debug', built)
    if (!existsSync(source)) throw new StepError(`Cargo did not write ${source}.`)
    const path = join(ROOT, 'npm', platform, published)
    replaceFile(source, path)
    return path
  })
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    const [platform, ...flags] = args
    const unknown = flags.find((flag) => !['--release', '--top'].includes(flag))
    if (!PLATFORMS.includes(platform) || unknown) {
      throw new StepError(`Give one of ${PLATFORMS.join(', ')}, then --release, --top, or both.`)
    }
    const paths = await buildPlatform(platform, { release: flags.includes('--release') })
    for (const path of paths) {
      if (flags.includes('--top')) replaceFile(path, join(ROOT, basename(path)))
      process.stdout.write(`${path}\n`)
    }
  })
}
