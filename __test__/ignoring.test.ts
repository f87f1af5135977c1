// The files that git's rules keep out of the sight of the file tools.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { WorkspaceOptions } from '../index.js'
import { scratch } from './support.js'
import { reopen } from './workspace-support.js'

const FILES = ['kept.ts', 'notes.local', 'node_modules/a.js', '{a,b}.x']

/** The names that Glob finds in a folder of a repository whose rules are above it. */
async function found(options: Partial<WorkspaceOptions> = {}): Promise<readonly string[]> {
  const top = scratch()
  const root = join(top, 'packages/web')
  for (const file of FILES) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  mkdirSync(join(top, '.git'))
  writeFileSync(join(top, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(top, '.gitignore'), 'node_modules/\n/*.local\n{a,b}.*\n')
  const workspace = await reopen({ root, historyDir: join(scratch(), 'state'), ...options })
  const result = await workspace.glob({ pattern: '**' })
  if (result.status !== 'ok') throw new Error(result.error.message)
  return [...result.paths].map((name) => name.replaceAll('\\', '/')).sort()
}

test('rules above the root hide files, and only where git would', async () => {
  expect(await found()).toEqual(['kept.ts', 'notes.local'])
  expect(await found({ gitignore: false })).toEqual([...FILES].sort())
})

test("the user's own excludes count where they are asked for", async () => {
  const home = scratch()
  writeFileSync(join(home, 'excludes'), '*.local\n')
  writeFileSync(join(home, 'config'), `[user]\n\tname = x\n[core]\n\texcludesFile = "${home}/excludes" ; mine\n`)
  expect(await found({ globalGitignore: join(home, 'excludes') })).toEqual(['kept.ts'])
  process.env['GIT_CONFIG_GLOBAL'] = join(home, 'config')
  try {
    expect(await found({ globalGitignore: true })).toEqual(['kept.ts'])
    expect(await found()).toEqual(['kept.ts', 'notes.local'])
  } finally {
    delete process.env['GIT_CONFIG_GLOBAL']
  }
  await expect(found({ globalGitignore: '' })).rejects.toThrow('globalGitignore must be true, false or the path')
})
