// Tries the package where it becomes part of a deployment that is too large for a test: Next, and one executable of Bun.
//
//   node scripts/bundlers.mjs [next] [bun]
//
// Their packages come from npm, into target/bundlers. A missing package is reported and skipped.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pack } from './pack.mjs'
import { runIn } from './run-in.mjs'
import { npmCommand } from './setup.mjs'
import { isProgram, main, ROOT, printStep, StepError } from './support.mjs'

const FOLDER = join(ROOT, 'target', 'bundlers')

/** A build of Next on a busy machine. */
const MAX_MS = 1_200_000

const MAIN = "drawRect('plate', 0, 0, 40, 20)\n"

const USE = `const project = await Project.open({ root: process.env.PART })
  const { status } = await project.run()
  const { png } = await project.render({ width: 64, height: 64 })
  await project.close()`

/** The files of the example for Next, as its page shows them. */
function filesOfExample() {
  const page = readFileSync(join(ROOT, 'examples', 'programs', 'next', 'README.md'), 'utf8')
  const blocks = page.matchAll(/```[jt]s\n\/\/ (\S+)\n([\s\S]*?)```/g)
  const files = Object.fromEntries([...blocks].map(([, path, text]) => [path, text]))
  const { 'next.config.mjs': config, ...routes } = files
  if (!config || Object.keys(routes).length !== 2) throw new StepError('The example for Next has other files.')
  return { 'example.config.mjs': config, ...routes }
}

const NEXT_FILES = {
  ...filesOfExample(),
  // The root is set, as Next would take a folder above with a lock file of its own: this checkout.
  'next.config.mjs': `import example from './example.config.mjs'

export default {
  ...example,
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
}
`,
  'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>\n',
  'app/page.js': 'export default () => <p>scenewright</p>\n',
  'app/api/route.js': `import { Project } from 'scenewright'

export const dynamic = 'force-dynamic'

export async function GET() {
  ${USE}
  return Response.json([status, png.subarray(1, 4).toString()])
}
`,
}

const BUN_FILES = {
  'app.mjs': `import { Project } from 'scenewright'

async function use() {
  ${USE}
  return [status, png.subarray(1, 4).toString()]
}

use().then(
  (said) => console.log(JSON.stringify(said)),
  (error) => console.log(error.message),
)
`,
}

const PRINTED = '["committed","PNG"]'

const STEPS = {
  next: {
    about: "Next, output: 'standalone': the server alone, away from its sources",
    packages: [
      ...['next@16.4.6', 'react@19.2.0', 'react-dom@19.2.0'],
      // The routes of the example are TypeScript, which Next would install by itself.
      ...['typescript@5.9.3', '@types/node@20.19.43', '@types/react@19.2.0'],
    ],
    scripts: false,
    files: NEXT_FILES,
    run: tryNext,
  },
  bun: {
    about: 'bun build --compile: an error that helps, and the binaries by their variables',
    packages: ['bun@1.4.5'],
    scripts: true,
    files: BUN_FILES,
    run: tryBun,
  },
}

async function tryNext(folder) {
  const build = [process.execPath, join('node_modules', 'next', 'dist', 'bin', 'next'), 'build']
  await runIn(folder, build, { env: { NEXT_TELEMETRY_DISABLED: '1' }, maxMs: MAX_MS })
  // The traced files must be enough: nothing in the folder of the build may help.
  const away = `${folder}-standalone`
  rmSync(away, { recursive: true, force: true })
  cpSync(join(folder, '.next', 'standalone'), away, { recursive: true, verbatimSymlinks: true })
  const port = String(20_000 + Math.floor(Math.random() * 20_000))
  const server = spawn(process.execPath, ['server.js'], {
    cwd: away,
    env: {
      ...process.env,
      PORT: port,
      HOSTNAME: '127.0.0.1',
      PART: join(folder, 'part'),
      DRAWING: join(folder, 'part'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stderr = []
  server.stderr.on('data', (chunk) => stderr.push(chunk))
  try {
    const address = `http://127.0.0.1:${port}`
    const said = expectPrinted(await (await answerOf(`${address}/api`, server)).text())
    const drawing = await answerOf(`${address}/drawing`, server)
    const bytes = Buffer.from(await drawing.arrayBuffer())
    if (drawing.headers.get('content-type') !== 'image/png' || bytes.toString('latin1', 1, 4) !== 'PNG') {
      throw new StepError(`The route of the drawing answered ${drawing.status}`)
    }
    const mcp = await fetch(`${address}/mcp`, INITIALIZE)
    const welcome = await mcp.text()
    if (!welcome.includes('"serverInfo"')) throw new StepError(`The route of MCP answered ${mcp.status}: ${welcome}`)
    return `${said}, and both routes of examples/programs/next`
  } catch (error) {
    throw new StepError(`${error.message}\n${Buffer.concat(stderr)}`.trim())
  } finally {
    server.kill()
  }
}

/** The first request of a client of MCP. */
const INITIALIZE = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bundlers', version: '1' } },
  }),
}

/** The answer of a server that may still be starting. */
async function answerOf(url, server) {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await fetch(url)
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

async function tryBun(folder, platform) {
  const bun = join(folder, 'node_modules', 'bun', 'bin', 'bun.exe')
  await runIn(folder, [bun, 'build', '--compile', 'app.mjs', '--outfile', 'app'])
  const away = `${folder}-away`
  rmSync(away, { recursive: true, force: true })
  mkdirSync(away)
  renameSync(join(folder, 'app'), join(away, 'app'))
  renameSync(join(folder, 'node_modules'), join(away, 'modules'))
  const app = [join(away, 'app')]
  const env = { PART: join(folder, 'part') }
  const { stdout: alone } = await runIn(away, app, { env })
  if (!alone.includes('name both binaries by SCENEWRIGHT_ADDON and SCENEWRIGHT_RUNNER')) {
    throw new StepError(`Without its binaries it said: ${alone}`)
  }
  const binaries = join(away, 'modules', `scenewright-${platform}`)
  const named = {
    SCENEWRIGHT_ADDON: join(binaries, `scenewright.${platform}.node`),
    SCENEWRIGHT_RUNNER: join(binaries, 'scenewright-runner'),
  }
  return expectPrinted((await runIn(away, app, { env: { ...env, ...named } })).stdout.trim())
}

function expectPrinted(text) {
  if (text !== PRINTED) throw new StepError(`Expected ${PRINTED}, got ${text}`)
  return text
}

async function attempt(name, tarballs, platform) {
  const { about, packages, scripts, files, run } = STEPS[name]
  printStep(`${name}: ${about}`)
  const folder = join(FOLDER, name)
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries({
    ...files,
    'part/scene.code.js': MAIN,
    'package.json': '{ "private": true }\n',
  })) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  try {
    await runIn(folder, npmCommand(['install', ...packages, ...(scripts ? [] : ['--ignore-scripts']), ...quiet]))
  } catch (error) {
    return { name, state: 'skipped', said: `${packages.join(', ')}: ${error.message.split('\n').pop()}` }
  }
  try {
    // Our own packages are in no registry.
    await runIn(folder, npmCommand(['install', '--offline', '--ignore-scripts', ...quiet, ...tarballs]))
    return { name, state: 'passed', said: await run(folder, platform) }
  } catch (error) {
    return { name, state: 'FAILED', said: error.message }
  }
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    const unknown = args.find((arg) => !(arg in STEPS))
    if (unknown) throw new StepError(`There is no step ${unknown}. Steps: ${Object.keys(STEPS).join(', ')}.`)
    const tarballs = await pack()
    const platform = tarballs.flatMap((path) => /scenewright-([a-z]\S*)-\d/.exec(path)?.[1] ?? [])[0]
    const results = []
    for (const name of args.length > 0 ? args : Object.keys(STEPS)) {
      const result = await attempt(name, tarballs, platform)
      results.push(result)
      process.stdout.write(`${result.state.padEnd(8)} ${result.name}: ${result.said}\n`)
    }
    return results.some(({ state }) => state === 'FAILED') ? 1 : 0
  })
}
