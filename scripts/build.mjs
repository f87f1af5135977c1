// Builds all that the package is made of: the addon, the runner, and dist/.
//
//   node scripts/build.mjs [--release] [--only-ts]
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { BINARIES } from './cross.mjs'
import { usePublishedBinaries } from './published.mjs'
import { isProgram, main, replaceFile, ROOT, run, runPackageProgram, printStep, StepError } from './support.mjs'
import { prepareRust, setUp } from './setup.mjs'
import { buildViewPage } from './view-page.mjs'

const RUNNER = process.platform === 'win32' ? 'scenewright-runner.exe' : 'scenewright-runner'

/** The folder of the file that it stands in: of a module, or of the CommonJS that a bundler made of one. */
const FOLDER_OF_MODULE = `import { dirname as scenewrightDirname } from 'node:path'
import { fileURLToPath as scenewrightPath } from 'node:url'
const scenewrightFolder =
  typeof __dirname === 'string' ? __dirname : scenewrightDirname(scenewrightPath(import.meta.url))`

/** For what is mostly the SDK of the protocol. Functions and classes keep their names, which stacks and errors show. */
const SMALL = { minify: true, keepNames: true }

/** How long it takes to compile everything, measured. */
const FIRST_BUILD = 'the first time takes four to nine minutes on two cores, and later ones a few'

/** Where the addon is put together before it replaces the one in use. */
const ADDON_FOLDER = join('target', 'addon')

/**
 * Makes sure of the two binaries at the top of the checkout: those of the release of this version where nothing was compiled
 * here and the sources are the same, else compiled ones.
 */
export async function provideNative() {
  const isFresh = !existsSync(join(ROOT, 'target', 'addon'))
  if (isFresh && (await usePublishedBinaries(platformOfThisMachine()))) return
  await buildNative()
}

/** Builds the native half and puts the two binaries at the top of the checkout. */
export async function buildNative({ release = false } = {}) {
  await prepareRust()
  const first = !existsSync(join(ROOT, 'target', 'addon'))
  printStep(`building the addon (${release ? 'release' : 'dev'})${first ? `; ${FIRST_BUILD}` : ''}`)
  const profile = release ? ['--release'] : []
  // Tests ask for panics; a release cannot be asked.
  const features = release ? [] : ['--features', 'scenewright/test-panics']
  await runPackageProgram(
    '@napi-rs/cli/dist/cli.js',
    [
      'build',
      '--platform',
      '--no-js',
      ...['--dts', '../../ts/binding.d.ts'],
      ...['--output-dir', ADDON_FOLDER],
      ...profile,
      '--',
      '--lib',
      ...features,
    ],
    { quiet: true },
  )
  const addon = addonFileName()
  replaceFile(join(ROOT, ADDON_FOLDER, addon), join(ROOT, addon))

  printStep(`building the runner (${release ? 'release' : 'dev'})`)
  const { stdout } = await run(
    'cargo',
    ['build', ...BINARIES, ...profile, ...features, '--message-format=json-render-diagnostics'],
    { quiet: true, capture: true },
  )
  replaceFile(executableOf(stdout), join(ROOT, RUNNER))
}

/** Compiles `ts/` and `mcp/` into `dist/`. */
export async function buildTypeScript() {
  printStep('building dist/')
  const { build } = await import('esbuild')
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
  /** @satisfies {import('esbuild').BuildOptions} */
  const options = {
    absWorkingDir: ROOT,
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: ['*.node', 'scenewright-*'],
    logLevel: 'warning',
  }
  await build({
    ...options,
    entryPoints: { index: 'ts/index.ts', terminal: 'ts/cli/terminal.ts' },
    format: 'cjs',
    plugins: [besides('./mcp.js')],
    define: { SCENEWRIGHT_FOR_BUNDLERS: 'false' },
  })
  const { metafile } = await build({
    ...options,
    ...SMALL,
    entryPoints: {
      cli: 'ts/cli/main.ts',
      guard: 'ts/cli/guard-program.ts',
      mcp: 'mcp/embed.ts',
      protocol: 'mcp/protocol.ts',
    },
    format: 'cjs',
    plugins: [besides('./mcp.js'), besidesProtocol(), processOfGlobal()],
    define: { SCENEWRIGHT_FOR_BUNDLERS: 'false' },
    metafile: true,
  })
  const forTests = { ...options, plugins: [besidesIndex()] }
  await build({ ...forTests, entryPoints: { testing: 'ts/testing/index.ts' }, format: 'cjs' })
  await build({
    ...forTests,
    entryPoints: { vitest: 'ts/testing/vitest.ts' },
    external: [...options.external, 'vitest'],
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  })
  // For bundlers alone, which make it part of what they write, in either format. Node loads the one above, whether it
  // is imported or required, so that both share its state.
  /** @satisfies {import('esbuild').BuildOptions} */
  const forBundlers = {
    ...options,
    format: 'esm',
    plugins: [besides('./mcp.mjs')],
    outExtension: { '.js': '.mjs' },
    // Takes out what the definition below makes unreachable.
    minifySyntax: true,
    define: { SCENEWRIGHT_FOR_BUNDLERS: 'true', __dirname: 'scenewrightFolder' },
    banner: { js: FOLDER_OF_MODULE },
  }
  await build({ ...forBundlers, entryPoints: { bundle: 'ts/index.ts' } })
  await build({
    ...forBundlers,
    entryPoints: { testing: 'ts/testing/index.ts', 'vitest-bundle': 'ts/testing/vitest.ts' },
    external: [...options.external, 'vitest'],
    plugins: [besidesIndex('./bundle.mjs')],
  })
  await build({ ...forBundlers, ...SMALL, entryPoints: { mcp: 'mcp/embed.ts' }, plugins: [besidesProtocol()] })
  cpSync(join(ROOT, 'plugin', 'skills'), join(ROOT, 'dist', 'skills'), { recursive: true })
  await buildViewPage()
  writeFileSync(join(ROOT, 'dist', 'THIRD-PARTY-LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)))
}

/** Leaves the protocol in a file of its own, which only those load who serve it. */
function besides(path) {
  return {
    name: 'protocol',
    setup(build) {
      build.onResolve({ filter: /\/mcp\/embed\.js$/ }, () => ({ path, external: true }))
    },
  }
}

/** Leaves the SDK of the protocol in a file of its own, which the program and the servers of others share. */
function besidesProtocol() {
  return {
    name: 'sdk',
    setup(build) {
      build.onResolve({ filter: /^\.\/protocol\.js$/ }, () => ({ path: './protocol.js', external: true }))
    },
  }
}

/**
 * Takes `process` from where it is always found. It is the only module of Node that the SDK loads: without it the file loads none,
 * and a bundler can make it part of an ES module.
 */
function processOfGlobal() {
  return {
    name: 'process',
    setup(build) {
      build.onResolve({ filter: /^node:process$/ }, ({ path }) => ({ path, namespace: 'global' }))
      build.onLoad({ filter: /.*/, namespace: 'global' }, () => ({ contents: 'module.exports = globalThis.process' }))
    },
  }
}

/** Leaves the package itself out, whose classes and state the helpers for tests share. */
function besidesIndex(path = './index.js') {
  return {
    name: 'package',
    setup(build) {
      build.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path, external: true }))
    },
  }
}

/** The name of the addon for this machine, as `ts/platform.ts` knows it and the build tool spells it. */
function addonFileName() {
  return `scenewright.${platformOfThisMachine()}.node`
}

function platformOfThisMachine() {
  const { platform, arch } = process
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  const isMusl = platform === 'linux' && !header.glibcVersionRuntime
  const abi = { linux: isMusl ? '-musl' : '-gnu', win32: '-msvc' }[platform] ?? ''
  return `${platform}-${arch}${abi}`
}

/** The path in Cargo's message about the executable that it built or found fresh. */
function executableOf(messages) {
  for (const line of messages.split('\n')) {
    if (!line.startsWith('{')) continue
    const message = JSON.parse(line)
    if (message.reason === 'compiler-artifact' && message.executable) return message.executable
  }
  throw new StepError('Cargo did not say where it put scenewright-runner.')
}

/** The licence texts of the packages whose code is in the bundle. */
function licencesOf(inputs) {
  const packages = new Set(inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean))
  return [...packages].sort().map(licenceOf).join('\n')
}

function licenceOf(name) {
  const folder = join(ROOT, 'node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE'].find((candidate) =>
    existsSync(join(folder, candidate)),
  )
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version} (${license})\n\n${text}\n\n${'-'.repeat(80)}\n`
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    const unknown = args.find((arg) => !['--release', '--only-ts'].includes(arg))
    if (unknown) throw new StepError(`Unknown argument ${unknown}. Known: --release, --only-ts.`)
    await setUp()
    if (!args.includes('--only-ts')) await buildNative({ release: args.includes('--release') })
    await buildTypeScript()
  })
}
