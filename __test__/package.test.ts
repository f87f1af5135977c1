// A release, rehearsed without a registry: laid out, installed in an empty folder, imported, required, bundled and run.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { nodeFileTrace } from '@vercel/nft'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webpack, type Stats } from 'webpack'

import { ROOT, scratch } from './support.js'

const node = (folder: string, ...args: string[]): string =>
  execFileSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, SCENEWRIGHT_NATIVE: '' },
  })

const USER = `
import { Project, Workspace, type FileChange, type Refused } from 'scenewright'
const project = await Project.open({ root: undefined })
const result = await project.inspect({ view: 'bounds', name: undefined })
export const size: readonly [number, number] | null | undefined = result.status === 'ok' ? result.size : undefined
import { assertCommits, assertMatchesScene, tempProject } from 'scenewright/testing'
const temp = await tempProject({ main: '' }, { filesAreRead: true })
const { commitId } = await assertCommits(temp.project.edit({ file: 'main', oldText: '', newText: 'draw()' }))
export const id: string = commitId
declare const file: { readonly href: string }
await assertMatchesScene(project, file)
export const files = async (workspace: Workspace): Promise<readonly FileChange[] | Refused> => {
  const undone = await workspace.undo()
  return undone.status === 'committed' ? undone.files : undone
}
`

/** Starts a command that serves a page until it is ended, and reads the page. */
async function pageOf(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  // A group of its own, so that what npx has started ends too.
  const child = spawn('sh', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    let said = ''
    for await (const bytes of child.stdout) {
      said += String(bytes)
      const url = /http:\S+/.exec(said)?.[0]
      if (url) return await (await fetch(url)).text()
    }
    throw new Error(`${line} ended: ${said}`)
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

/** The first request of a client of MCP: the protocol is loaded apart, which a bundle must keep. */
const INITIALIZE = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }),
}

/**
 * All of the package but the binaries, and room for a tenth of a megabyte of text: a bundle that is there twice, or the pictures of the
 * documents, would be more.
 */
const MAX_PACKAGE_BYTES = 3_200_000

const isReleased = process.platform === 'linux' && process.arch === 'x64'

describe.runIf(isReleased)('the package and its platform package, where nothing else is', () => {
  /** A folder that the tarballs were installed in. */
  let folder = ''
  const modules = (): string => join(folder, 'node_modules')

  /** The output of a user's program that a bundler made of `app.mjs` or `app.cjs`. */
  const printed = (program: string): string => node(folder, program)
  const PRINTED = 'committed 89504e47 200\n'

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'scenewright-package-'))
    const staged = node(ROOT, 'scripts/pack.mjs', '--stage').trim().split('\n')
    expect(staged).toHaveLength(2)
    const [own, platform] = staged as [string, string]
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    // As they are published, but for the minute that it takes to compress binaries of development.
    const tarballs = [own, platform].map((staged) => {
      const name = `${basename(staged)}-${version}.tgz`
      execFileSync('tar', ['cf', join(folder, name), '-C', dirname(staged), basename(staged)])
      return `./${name}`
    })
    const command = `npm install ${tarballs.join(' ')}`
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`\`${command}\``)
    const settings = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_ignore_scripts: 'true' }
    execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe', env: { ...process.env, ...settings } })
    cpSync(join(ROOT, 'examples', 'flat'), join(folder, 'flat'), { recursive: true })
    const use = `Project.open({ root: ${JSON.stringify(join(folder, 'flat'))} }).then(async (project) => {
      const { status } = await project.run()
      const { png } = await project.render()
      const server = createMcpServer(project)
      const answer = await server.fetch(new Request('http://host.example/mcp', ${JSON.stringify(INITIALIZE)}))
      console.log(status, png.subarray(0, 4).toString('hex'), answer.status)
      await server.close()
      await project.close()
    })`
    writeFileSync(join(folder, 'app.mjs'), `import { createMcpServer, Project } from 'scenewright'\n${use}\n`)
    writeFileSync(join(folder, 'app.cjs'), `const { createMcpServer, Project } = require('scenewright')\n${use}\n`)
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('are all that is installed, and work imported, required and as a program', () => {
    const installed = readdirSync(modules()).filter((name) => !name.startsWith('.'))
    expect(installed).toEqual(['scenewright', 'scenewright-linux-x64-gnu'])
    const files = readdirSync(join(modules(), 'scenewright'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    )
    expect(files.filter(({ name }) => name.endsWith('.png'))).toEqual([])
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes).toBeLessThan(MAX_PACKAGE_BYTES)
    expect(printed('app.mjs')).toBe(PRINTED)
    expect(printed('app.cjs')).toBe(PRINTED)
    const program = join(modules(), '.bin', 'scenewright')
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
  })

  test('make, run, draw and show a project by the commands of the README, as they stand', async () => {
    const readme = readFileSync(join(modules(), 'scenewright', 'README.md'), 'utf8')
    const [, block = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(readme) ?? []
    const commands = block
      .trim()
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, ''))
    expect(commands.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'npx scenewright demo',
      'npx scenewright init',
      'npx scenewright setup',
    ])
    const home = scratch()
    const env = {
      ...process.env,
      SCENEWRIGHT_NATIVE: '',
      SCENEWRIGHT_DIR: '',
      HOME: home,
      TMPDIR: home,
      BROWSER: 'true',
    }
    const more = [
      'npx scenewright run plate',
      'npx scenewright render plate -o plate.png',
      'npx scenewright view plate',
    ]
    for (const line of [...commands, ...more]) {
      if (/ (demo|view)( |$)/.test(line)) {
        expect(await pageOf(line, folder, env), line).toContain('Content-Security-Policy')
        continue
      }
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, env, encoding: 'utf8' })
      expect({ line, status }, `${stdout}${stderr}`).toEqual({ line, status: 0 })
    }
    expect(readFileSync(join(folder, 'plate.png')).subarray(1, 4).toString()).toBe('PNG')
    expect(JSON.parse(readFileSync(join(folder, 'plate', 'jsconfig.json'), 'utf8'))).toEqual({
      extends: 'scenewright/jsconfig.json',
    })
  })

  test.each([
    ['with the types of Node', ['node'], ['es2023', 'esnext.disposable']],
    ['with the types of no environment', [], ['es2022']],
  ])('have types for a strict user %s', (_, types, lib) => {
    // All of them there, and checked themselves.
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib,
      types,
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    }
    writeFileSync(join(folder, 'user.mts'), USER)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['user.mts'] }))
    expect(node(folder, join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', '.')).toBe('')
  })

  test('test a drawing with the runner of Node', () => {
    const suite = `import { test } from 'node:test'
import { assertCommits, assertMatchesScene, tempProject } from 'scenewright/testing'
test('a plate', async () => {
  const temp = await tempProject({ main: \`drawRect('plate', 0, 0, \${process.env.WIDTH}, 20)\` })
  await assertCommits(temp.project)
  await assertMatchesScene(temp.project, new URL('plate.scene.json', import.meta.url))
  await temp.close()
})
`
    writeFileSync(join(folder, 'plate.test.mjs'), suite)
    const run = (width: string) => {
      const env = { ...process.env, WIDTH: width, CI: '', SCENEWRIGHT_NATIVE: '', NODE_OPTIONS: '' }
      const { status, stdout } = spawnSync(process.execPath, ['plate.test.mjs'], { cwd: folder, env, encoding: 'utf8' })
      return { status, stdout }
    }
    expect(run('40')).toMatchObject({ status: 0 })
    expect(run('50')).toMatchObject({ status: 1, stdout: expect.stringContaining('plate: 40 × 20 → 50 × 20') })
  })

  test.each(['esm', 'cjs'] as const)('become part of a bundle of esbuild: %s', async (format) => {
    const outfile = join(folder, 'out', format === 'esm' ? 'esbuild.mjs' : 'esbuild.cjs')
    const entry = format === 'esm' ? 'app.mjs' : 'app.cjs'
    const options = { absWorkingDir: folder, entryPoints: [entry], outfile, format }
    const { warnings } = await esbuild({ ...options, bundle: true, platform: 'node', logLevel: 'silent' })
    expect(warnings.filter(({ id }) => id !== 'empty-import-meta')).toEqual([])
    expect(printed(outfile)).toBe(PRINTED)
  })

  test.each(['esm', 'cjs'] as const)(
    'become part of a bundle of esbuild with scenewright/testing: %s',
    async (format) => {
      const entry = join(folder, `tested.${format === 'esm' ? 'mjs' : 'cjs'}`)
      const named = (names: string, from: string): string =>
        format === 'esm' ? `import { ${names} } from '${from}'` : `const { ${names} } = require('${from}')`
      writeFileSync(
        entry,
        `${named('createMcpServer, Project', 'scenewright')}
      ${named('assertCommits, assertReverts, tempProject', 'scenewright/testing')}
      tempProject({ main: "drawCircle('dot', 0, 0, 4)" }, { filesAreRead: true }).then(async ({ project, close, stable }) => {
        const { status } = await assertCommits(project.edit({ file: 'main', oldText: '4', newText: '5' }))
        await assertReverts(project.write({ file: 'main', text: 'missing()' }), { code: 'reference', line: 1 })
        await assertCommits(project)
        const server = createMcpServer(project)
        const { png } = stable(await project.render({ width: 32, height: 32 }))
        console.log(status, project instanceof Project, typeof png, typeof server.connect)
        await server.close()
        await close()
      })\n`,
      )
      const outfile = join(folder, 'out', `tested.${format === 'esm' ? 'mjs' : 'cjs'}`)
      const options = { absWorkingDir: folder, entryPoints: [entry], outfile, format }
      const { warnings } = await esbuild({ ...options, bundle: true, platform: 'node', logLevel: 'silent' })
      expect(warnings.filter(({ id }) => id !== 'empty-import-meta')).toEqual([])
      expect(printed(outfile)).toBe('committed true string function\n')
    },
  )

  test('become part of a bundle of Vite for a server', async () => {
    await vite({
      root: folder,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: { ssr: 'app.mjs', outDir: 'out/vite' },
    })
    expect(printed('out/vite/app.mjs')).toBe(PRINTED)
  })

  test.each(['app.mjs', 'app.cjs'])('become part of a bundle of webpack: %s', async (entry) => {
    const output = { path: join(folder, 'out'), filename: 'webpack.cjs' }
    // Short names are tried once: they take twenty times as long as the bundle.
    const optimization = { minimize: entry === 'app.mjs' }
    const config = {
      mode: 'production',
      target: 'node20',
      context: folder,
      entry: `./${entry}`,
      output,
      optimization,
    } as const
    const stats = await new Promise<Stats | undefined>((resolve, reject) =>
      webpack(config, (error, stats) => (error ? reject(error) : resolve(stats))),
    )
    expect(stats?.toString({ all: false, errors: true, warnings: true })).toBe('')
    expect(printed('out/webpack.cjs')).toBe(PRINTED)
  })

  test('are traced to both binaries and the protocol by what collects the files of a deployment', async () => {
    const { fileList } = await nodeFileTrace([join(folder, 'app.mjs')], { base: folder, processCwd: folder })
    const binaries = ['scenewright.linux-x64-gnu.node', 'scenewright-runner']
    const wanted = binaries.map((name) => `node_modules/scenewright-linux-x64-gnu/${name}`)
    const protocol = ['mcp.js', 'protocol.js'].map((name) => `node_modules/scenewright/dist/${name}`)
    expect([...fileList]).toEqual(expect.arrayContaining([...wanted, ...protocol]))
  })

  test('work where a package manager gives each package its own dependencies alone, in a bundle too', async () => {
    const strict = scratch()
    const store = join(strict, 'node_modules', '.store', 'scenewright', 'node_modules')
    mkdirSync(store, { recursive: true })
    cpSync(modules(), store, { recursive: true, verbatimSymlinks: true })
    symlinkSync(join(store, 'scenewright'), join(strict, 'node_modules', 'scenewright'))
    cpSync(join(folder, 'app.mjs'), join(strict, 'app.mjs'))
    expect(node(strict, 'app.mjs')).toBe(PRINTED)
    const options = { absWorkingDir: strict, entryPoints: ['app.mjs'], outfile: join(strict, 'out.mjs') }
    await esbuild({ ...options, format: 'esm', bundle: true, platform: 'node', logLevel: 'silent' })
    expect(node(strict, 'out.mjs')).toBe(PRINTED)
  })

  test('say what to do where a bundle finds no binaries, and take them from the environment', async () => {
    // Not the temporary folder itself, where somebody may have put binaries: a bundle also looks beside its folder.
    const alone = join(scratch(), 'app')
    const options = { absWorkingDir: folder, entryPoints: ['app.cjs'], outfile: join(alone, 'out.cjs') }
    await esbuild({ ...options, format: 'cjs', bundle: true, platform: 'node', logLevel: 'silent' })
    const run = (env: object): string =>
      execFileSync(process.execPath, ['out.cjs'], {
        cwd: alone,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, ...env },
      })
    expect(() => run({})).toThrow(/name both binaries by SCENEWRIGHT_ADDON and SCENEWRIGHT_RUNNER/)
    const platform = join(modules(), 'scenewright-linux-x64-gnu')
    expect(run({ SCENEWRIGHT_ADDON: join(platform, 'scenewright.linux-x64-gnu.node') })).toBe(PRINTED)
  })
})

test('the lock file names no host', () => {
  expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved"')
})
