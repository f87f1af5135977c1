// The programs that a rehearsal of a release asks and nothing else needs: a registry, two package managers, the tool of MCP
// bundles. They are installed into target/release-tools on first use.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { npm } from './setup.mjs'
import { ROOT, printStep, StepError } from './support.mjs'

const FOLDER = join(ROOT, 'target', 'release-tools')

const MANIFEST = {
  private: true,
  dependencies: {
    '@anthropic-ai/mcpb': '2.1.2',
    '@yarnpkg/cli-dist': '4.18.1',
    pnpm: '10.34.9',
    verdaccio: '6.1.2',
    yarn: '1.22.22',
  },
  // verdaccio asks for a tag of it that not every mirror of the registry has.
  overrides: { 'node-fetch': '2.7.0' },
}

/** Makes sure of the programs. */
export async function installReleaseTools() {
  const wanted = JSON.stringify(MANIFEST, null, 2)
  const file = join(FOLDER, 'package.json')
  const stamp = join(FOLDER, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  printStep('installing verdaccio, pnpm, yarn and mcpb into target/release-tools')
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(file, wanted)
  await npm(['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

/** The path of a program of theirs. */
export function releaseTool(path) {
  const file = join(FOLDER, 'node_modules', path)
  if (existsSync(file)) return file
  throw new StepError(`${file} is missing: run node scripts/release.mjs --dry-run first.`)
}
