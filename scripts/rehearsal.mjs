// A release, rehearsed on this machine: packed, published to a registry of its own, installed from there by the package
// managers that people use, used, upgraded and removed.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { makeBundles } from './mcpb.mjs'
import { binariesOf, pack, PLATFORMS, STAGE } from './pack.mjs'
import { Registry } from './registry.mjs'
import { installReleaseTools, releaseTool } from './release-tools.mjs'
import { npmCommand } from './setup.mjs'
import { megabytes, overBounds, sizesOf, table } from './sizes.mjs'
import { askServer } from './stdio-client.mjs'
import { ROOT, printStep, StepError } from './support.mjs'
import { runIn } from './run-in.mjs'
import { obstacles, versionPlaces } from './versions.mjs'

/** A newcomer waits no longer from an empty folder to the answer of a server of their own. */
const NEWCOMER_SECONDS = 30

/** A version that is older than this one, made of the same files: none was published before. */
const VERSION_BEFORE = '0.0.1'

const MAIN = "drawRect('plate', 0, 0, 40, 20)\n"

const USE = `import { Project, version } from 'scenewright'
const project = await Project.open({ root: 'part' })
const { status } = await project.edit({ file: 'main', oldText: '40', newText: '60' })
const { png } = await project.render()
await project.close()
console.log(version, status, png.subarray(1, 4).toString())
`

/** A custom server, as in docs/embed.md. */
const OWN_SERVER = `import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, Project } from 'scenewright'

const project = await Project.open({ root: 'part' })
const server = createMcpServer(project)
await server.connect(new StdioServerTransport())
`

/**
 * Rehearses, and returns the exit code. Failed steps are reported, and the others still run.
 *
 * @param {{ keep?: boolean, repository?: import('./repository.mjs').Repository }} [options]
 */
export async function rehearse({ keep = false, repository } = {}) {
  await installReleaseTools()
  const version = agreedVersion()
  for (const sentence of obstacles(repository)) printStep(`before a release: ${sentence}`)
  const tarballs = await pack({ standIns: true, small: true, repository })
  const sizes = await sizesOf(tarballs)
  process.stdout.write(table(sizes))
  for (const sentence of overBounds(sizes)) printStep(`too large: ${sentence}`)
  const absent = PLATFORMS.filter((platform) => !binariesOf(platform))
  if (absent.length > 0) printStep(`no binaries here for ${absent.join(', ')}: packages without them stand in`)

  const home = mkdtempSync(join(tmpdir(), 'scenewright-release-'))
  const registry = await Registry.start(join(home, 'registry'), await uplink())
  const steps = new Steps()
  const install = { home, registry, version }
  try {
    await steps.run('the version before is published', () => publishBefore(install))
    await steps.run(`${tarballs.length} tarballs are published`, () => registry.publish(tarballs))
    await steps.run('npm install, and use', () => installWith(install, 'npm'))
    await steps.run('pnpm add, and use', () => installWith(install, 'pnpm'))
    await steps.run('yarn add (1), and use', () => installWith(install, 'yarn'))
    await steps.run("yarn add (4, Plug'n'Play), and use", () => installWith(install, 'berry'))
    await steps.run('npx scenewright mcp answers an edit', () => serveByNpx(install))
    await steps.run(`upgrade from ${VERSION_BEFORE}, and uninstall`, () => upgradeAndRemove(install))
    await steps.run(`a newcomer, at most ${NEWCOMER_SECONDS} s`, () => newcomer(install), NEWCOMER_SECONDS)
    await steps.run('MCP bundles', () => tryBundles(repository))
  } finally {
    await registry.stop()
    if (keep) printStep(`kept: ${home}`)
    else rmSync(home, { recursive: true, force: true })
  }
  return steps.report()
}

/** The steps, their durations and the failures. */
class Steps {
  #failed = 0
  #passed = 0

  async run(name, work, maxSeconds = Number.POSITIVE_INFINITY) {
    const startedAt = performance.now()
    try {
      const said = await work()
      const seconds = (performance.now() - startedAt) / 1_000
      if (seconds > maxSeconds) throw new StepError(`It took ${seconds.toFixed(1)} s.`)
      this.#passed += 1
      process.stdout.write(`ok      ${seconds.toFixed(1).padStart(5)} s  ${name}${said ? `: ${said}` : ''}\n`)
    } catch (error) {
      this.#failed += 1
      process.stdout.write(`FAILED           ${name}\n${String(error.message ?? error).replace(/^/gm, '    ')}\n`)
    }
  }

  report() {
    process.stdout.write(`\n${this.#passed} passed, ${this.#failed} failed\n`)
    return this.#failed === 0 ? 0 : 1
  }
}

function agreedVersion() {
  const places = versionPlaces()
  const versions = new Set(places.map(([, version]) => version))
  if (versions.size !== 1) {
    throw new StepError(
      `The versions differ:\n${places.map(([place, version]) => `  ${version}  ${place}`).join('\n')}`,
    )
  }
  const [version] = versions
  printStep(`version ${version} in ${places.length} places`)
  return version
}

/** The registry that this machine takes packages from; nothing of ours is asked there. */
async function uplink() {
  return (await runIn(ROOT, npmCommand(['config', 'get', 'registry']))).stdout.trim()
}

/** The same files under an older version. */
async function publishBefore({ home, registry, version }) {
  const folders = ['scenewright', ...PLATFORMS.map((platform) => `scenewright-${platform}`)]
  const before = join(home, 'before')
  for (const name of folders) {
    const folder = join(before, name)
    cpSync(join(STAGE, name), folder, { recursive: true })
    replaceIn(join(folder, 'package.json'), `"${version}"`, `"${VERSION_BEFORE}"`)
  }
  const dist = join(before, 'scenewright', 'dist')
  for (const name of readdirSync(dist)) {
    if (/\.m?js$/.test(name)) replaceIn(join(dist, name), `"${version}"`, `"${VERSION_BEFORE}"`)
  }
  await registry.publish(folders.map((name) => join(before, name)))
}

function replaceIn(file, from, to) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to))
}

/** An empty folder with a project in it, and no package yet. */
function userFolder({ home, registry }, name) {
  const folder = join(home, name)
  mkdirSync(join(folder, 'part'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n')
  writeFileSync(join(folder, 'part', 'scene.code.js'), MAIN)
  writeFileSync(join(folder, 'use.js'), USE)
  registry.configure(folder)
  return folder
}

async function installWith(install, manager) {
  const folder = userFolder(install, manager)
  const commands = {
    npm: [npmCommand(['install', 'scenewright', '--no-audit', '--no-fund'])],
    pnpm: [[process.execPath, releaseTool('pnpm/bin/pnpm.cjs'), 'add', 'scenewright']],
    yarn: [[process.execPath, releaseTool('yarn/bin/yarn.js'), 'add', 'scenewright', '--non-interactive']],
    berry: [[process.execPath, releaseTool('@yarnpkg/cli-dist/bin/yarn.js'), 'add', 'scenewright']],
  }[manager]
  const env = install.registry.environment(join(install.home, `${manager}-cache`))
  for (const command of commands) await runIn(folder, command, { env })
  const use =
    manager === 'berry'
      ? [process.execPath, releaseTool('@yarnpkg/cli-dist/bin/yarn.js'), 'node', 'use.js']
      : [process.execPath, 'use.js']
  return expectUse(await runIn(folder, use, { env }), install.version)
}

function expectUse({ stdout }, version) {
  const line = stdout.trim()
  if (line !== `${version} committed PNG`) throw new StepError(`Expected "${version} committed PNG", got "${line}".`)
  return line
}

async function serveByNpx(install) {
  const folder = userFolder(install, 'npx')
  const env = install.registry.environment(join(install.home, 'npx-cache'))
  const command = npmCommand(['exec', '--yes', '--package=scenewright', '--', 'scenewright', 'mcp', 'part'])
  return askServer(folder, command, env)
}

async function upgradeAndRemove(install) {
  const folder = userFolder(install, 'upgrade')
  const env = install.registry.environment(join(install.home, 'upgrade-cache'))
  const npm = (...args) => runIn(folder, npmCommand([...args, '--no-audit', '--no-fund']), { env })
  await npm('install', `scenewright@${VERSION_BEFORE}`)
  expectUse(await runIn(folder, [process.execPath, 'use.js'], { env }), VERSION_BEFORE)
  writeFileSync(join(folder, 'part', 'scene.code.js'), MAIN)
  await npm('install', `scenewright@${install.version}`)
  const said = expectUse(await runIn(folder, [process.execPath, 'use.js'], { env }), install.version)
  await npm('uninstall', 'scenewright')
  const left = readdirSync(join(folder, 'node_modules'), { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.'),
  )
  if (left.length > 0) throw new StepError(`Left after uninstall: ${left.map(({ name }) => name).join(', ')}`)
  return said
}

/** Everything that a newcomer waits for: the installation with the SDK, the server's start, an edit. */
async function newcomer(install) {
  const folder = userFolder(install, 'newcomer')
  const env = install.registry.environment(join(install.home, 'newcomer-cache'))
  const packages = ['scenewright', '@modelcontextprotocol/server']
  await runIn(folder, npmCommand(['install', ...packages, '--no-audit', '--no-fund']), { env })
  writeFileSync(join(folder, 'server.js'), OWN_SERVER)
  return askServer(folder, [process.execPath, 'server.js'], env)
}

async function tryBundles(repository) {
  const bundles = await makeBundles(repository)
  return bundles.map((path) => `${basename(path)} ${megabytes(statSync(path).size)}`).join(', ')
}
