// A release, rehearsed without a registry: packed, installed in an empty folder, imported, required and run.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { example, ROOT, scratch } from './support.js'

const node = (folder: string, ...args: string[]): string =>
  execFileSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, SCENEWRIGHT_NATIVE: '' },
  })

const USER = `
import { Project, Workspace, type FileChange, type Refused } from 'scenewright'
const project = await Project.open({ dir: undefined })
const result = await project.inspect({ view: 'bounds', name: undefined })
export const size: readonly [number, number] | null | undefined = result.status === 'ok' ? result.size : undefined
export const files = async (workspace: Workspace): Promise<readonly FileChange[] | Refused> => {
  const undone = await workspace.undo()
  return undone.status === 'committed' ? undone.files : undone
}
`

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the package and its platform package work where nothing else is',
  { timeout: 180_000 },
  () => {
    const tarballs = node(ROOT, 'scripts/pack.mjs').trim().split('\n')
    expect(tarballs).toHaveLength(2)

    const folder = scratch()
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], {
      cwd: folder,
      stdio: 'pipe',
    })
    const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(installed).toEqual(['scenewright', 'scenewright-linux-x64-gnu'])

    const use = `Project.open({ dir: ${JSON.stringify(example('flat'))} }).then(async (project) => {
      console.log((await project.run()).status)
      await project.close()
    })`
    expect(node(folder, '-e', `const { Project } = require('scenewright'); ${use}`)).toBe('committed\n')
    writeFileSync(join(folder, 'use.mjs'), `import { Project } from 'scenewright'\n${use}\n`)
    expect(node(folder, 'use.mjs')).toBe('committed\n')

    // The types as a strict user sees them: all of them there, and checked themselves.
    writeFileSync(join(folder, 'user.mts'), USER)
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const types = ['--typeRoots', join(ROOT, 'node_modules', '@types'), '--types', 'node']
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--noEmit']
    const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,esnext.disposable']
    expect(node(folder, tsc, ...strict, ...target, ...types, 'user.mts')).toBe('')

    const program = join(folder, 'node_modules', '.bin', 'scenewright')
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
  },
)

test('the lock file names no host', () => {
  expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved"')
})
