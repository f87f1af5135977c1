// `scenewright/vitest` in the suites of others: with each version of Vitest from 3 on, in each of its pools.
// `node scripts/readers.mjs` installs the versions that this repository does not use itself.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { currentHost, platformName } from '../ts/platform.js'
import { ROOT, scratch } from './support.js'

const POOLS = ['threads', 'forks', 'vmThreads', 'vmForks'] as const

const PROGRAMS = join(ROOT, 'target', 'npm-programs')
const VERSIONS = {
  3: join(PROGRAMS, 'vitest-3', 'node_modules', 'vitest'),
  4: join(ROOT, 'node_modules', 'vitest'),
  5: join(PROGRAMS, 'vitest-5', 'node_modules', 'vitest'),
} as const

/** A folder with a suite, the package as it is installed, and one version of Vitest. */
function suite(version: keyof typeof VERSIONS, fixture: string): string {
  const folder = scratch()
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'scenewright')
  mkdirSync(installed, { recursive: true })
  // A copy: the package looks for Vitest beside itself.
  for (const name of ['dist', 'package.json', 'index.mjs', 'testing.mjs']) {
    cpSync(join(ROOT, name), join(installed, name), { recursive: true })
  }
  const runner = process.platform === 'win32' ? 'scenewright-runner.exe' : 'scenewright-runner'
  for (const name of [`scenewright.${platformName(currentHost())}.node`, runner]) {
    symlinkSync(join(ROOT, name), join(installed, name))
  }
  symlinkSync(VERSIONS[version], join(modules, 'vitest'), 'junction')
  cpSync(join(ROOT, '__test__', 'vitest-suite', `${fixture}.fixture.mjs`), join(folder, `${fixture}.test.mjs`))
  return folder
}

/** As much of the report of Vitest as is read. */
interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}

interface Ran {
  readonly status: number | null
  readonly output: string
}

function vitest(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const program = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  // This Vitest's settings for its own workers must not reach that one.
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|DEV$|PROD$|CI$)/.test(name))
  const child = spawn(process.execPath, [program, 'run', '--no-color', '--testTimeout=60000', ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(own), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (bytes) => (output += String(bytes)))
  child.stderr.on('data', (bytes) => (output += String(bytes)))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output })))
}

const versions = ([3, 4, 5] as const).map((version) => [version, existsSync(VERSIONS[version])] as const)

test('the suite of docs/testing.md passes as it stands', async () => {
  const folder = suite(4, 'changed')
  rmSync(join(folder, 'changed.test.mjs'))
  const [, block = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs', 'testing.md'), 'utf8')) ?? []
  expect(block).toContain("import 'scenewright/vitest'")
  writeFileSync(join(folder, 'plate.test.ts'), block)
  const { status, output } = await vitest(folder, [])
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('1 passed') })
})

describe.each(versions)('Vitest %i', (version, isThere) => {
  test.skipIf(!isThere).each(POOLS)('passes a suite with all matchers in the pool %s', async (pool) => {
    const folder = suite(version, 'matchers')
    const { status, output } = await vitest(folder, [`--pool=${pool}`])
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/Tests {2}14 passed/) })
    const saved = readdirSync(join(folder, '__snapshots__')).sort()
    expect(saved).toEqual([
      'own.scene.json',
      'plate.scene.json',
      ...[1, 2, 3, 4, 5].map((width) => `width-${width}.scene.json`),
    ])
  })

  test.skipIf(!isThere)('shows what changed in a saved scene, draws it, and replaces it with -u', async () => {
    const folder = suite(version, 'changed')
    const files = (): string[] => readdirSync(folder).filter((name) => name.startsWith('plate.'))
    const saved = (): string => readFileSync(join(folder, 'plate.scene.json'), 'utf8')
    // As JSON, since what Vitest 5 prints for people needs a later Node.
    const failure = async (env: NodeJS.ProcessEnv): Promise<string> => {
      const file = join(folder, 'report.json')
      const { status, output } = await vitest(folder, ['--reporter=json', `--outputFile=${file}`], env)
      expect(status).toBe(1)
      const report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport
      return report.testResults[0]?.assertionResults[0]?.failureMessages[0] ?? output
    }
    expect(await failure({ PLATE_WIDTH: '40', CI: 'true' })).toMatch(
      /there is no saved scene .*plate\.scene\.json; vitest -u writes it/,
    )

    expect(await vitest(folder, [], { PLATE_WIDTH: '40' })).toMatchObject({ status: 0 })
    const first = saved()
    const changed = await failure({ PLATE_WIDTH: '50' })
    expect(changed).toMatch(/the scene is not the one in .*:\n\n {2}plate: 40 × 20 → 50 × 20\n/)
    expect(changed).toMatch(/difference: .*plate\.difference\.png/)
    expect(changed).toMatch(/changed\.test\.mjs:9/)
    expect(files()).toEqual(['plate.after.png', 'plate.before.png', 'plate.difference.png', 'plate.scene.json'])
    expect(saved()).toBe(first)

    expect(await vitest(folder, ['-u'], { PLATE_WIDTH: '50' })).toMatchObject({ status: 0 })
    expect(saved()).not.toBe(first)
    expect(await vitest(folder, [], { PLATE_WIDTH: '50', CI: 'true' })).toMatchObject({ status: 0 })
    expect(files()).toEqual(['plate.scene.json'])
  })
})
