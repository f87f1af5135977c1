// The package as linters of packages and every compiler that users have see it.
import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { publint } from 'publint'
import { expect, test } from 'vitest'

import { ROOT, scratch } from './support.js'

const run = promisify(execFile)

test('publint finds nothing', async () => {
  expect((await publint({ pkgDir: ROOT, strict: true })).messages).toEqual([])
})

test('every entry has types in every way of resolving modules', async () => {
  const folder = scratch()
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await run(npm, ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT, shell: false })
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  const attw = join(ROOT, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js')
  const found = await run(process.execPath, [attw, tarball, '--format', 'json']).catch(
    (failed: { stdout: string }) => failed,
  )
  interface Problem {
    readonly entrypoint?: string
    readonly resolutionKind?: string
  }
  const { problems = {} } = JSON.parse(found.stdout) as { problems?: { readonly [kind: string]: readonly Problem[] } }
  const all = Object.values(problems).flat()
  // Vitest is an ES module, and so is what extends it: it cannot be required, and resolution of Node 10 knows no such entries.
  const ofVitest = all.filter(({ entrypoint }) => entrypoint === './vitest')
  expect(all.filter((problem) => !ofVitest.includes(problem))).toEqual([])
  expect(ofVitest.map(({ resolutionKind }) => resolutionKind).sort()).toEqual(['node10', 'node16-cjs'])
})

/** All flags that make the compiler stricter. */
const FLAGS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  skipLibCheck: false,
}

test.each(['typescript', 'typescript-7'])('the types are right for %s, with all strict flags', async (compiler) => {
  const folder = scratch()
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', noEmit: true, types: ['node'] },
    lib: ['es2023', 'esnext.disposable'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    ...FLAGS,
  }
  const files = ['index.d.ts', 'index.d.mts', 'testing.d.mts', 'examples/programs/editor.ts'].map((it) =>
    join(ROOT, it),
  )
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files }))
  const tsc = join(ROOT, 'node_modules', compiler, 'bin', 'tsc')
  const found = await run(process.execPath, [tsc, '-p', config]).catch((failed: { stdout: string }) => failed)
  expect(found.stdout).toBe('')
})
