// The binaries of a release in place of a compilation: where npm has those of this version, and they were made of these very
// sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runIn } from './run-in.mjs'
import { npmCommand } from './setup.mjs'
import { replaceFile, ROOT, printStep } from './support.mjs'

/** All that the binaries are made of. */
const SOURCES = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'build.rs', 'src', 'crates', 'patches', 'assets']

/** A hash of all that the binaries are made of, which a release writes into the manifest of each platform. */
export function sourceHash(root = ROOT) {
  const hash = createHash('sha256')
  for (const name of SOURCES.flatMap((source) => filesOf(root, source))) {
    // A checkout of Windows may have other line ends.
    const text = readFileSync(join(root, name)).toString('latin1').replaceAll('\r\n', '\n')
    hash.update(`${name}\0${text.length}\0`).update(text, 'latin1')
  }
  return hash.digest('hex')
}

function filesOf(root, name) {
  if (!existsSync(join(root, name))) return []
  const entries = listing(join(root, name))
  if (!entries) return [name]
  return entries.flatMap((entry) => filesOf(root, `${name}/${entry}`))
}

/** The names in a folder, in an order that is the same everywhere; nothing of a file. */
function listing(path) {
  try {
    return readdirSync(path)
      .filter((name) => name !== 'target')
      .sort((one, other) => (one < other ? -1 : 1))
  } catch {
    return undefined
  }
}

/**
 * Why the published package of a platform cannot stand in for a compilation, or `undefined` where it can. `published` is its
 * manifest in the registry, `undefined` where there is none.
 */
export function unfit(published, { manifest, sources }) {
  // Any person may own a name in a registry: only what comes from our repository, provably, is run.
  const repository = manifest.repository?.url
  if (repository === undefined) return 'nothing is published from this checkout'
  if (published === undefined) return `version ${manifest.version} is not on npm`
  if (published.repository?.url !== repository || !published.dist?.attestations?.provenance) {
    return 'the package on npm does not prove that it was made from this repository'
  }
  if (published.sources !== sources) return 'the sources differ from those of the release'
  return undefined
}

/** Puts the published binaries at the top of the checkout where that can be done, and answers whether it was. */
export async function usePublishedBinaries(platform) {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const request = `scenewright-${platform}@${manifest.version}`
  // Nobody is asked where the answer would not count.
  const published = manifest.repository === undefined ? undefined : await view(request)
  const reason = unfit(published, { manifest, sources: sourceHash() })
  if (reason !== undefined) {
    printStep(`the binaries are compiled: ${reason}`)
    return false
  }
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-published-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    await runIn(folder, npmCommand(['install', request, '--no-audit', '--no-fund', '--ignore-scripts']))
    // Fails unless the registry's signature and the provenance are valid.
    await runIn(folder, npmCommand(['audit', 'signatures']))
    const installed = join(folder, 'node_modules', `scenewright-${platform}`)
    for (const name of published.files) replaceFile(join(installed, name), join(ROOT, name))
    printStep(`using the binaries of ${request}, which were made of these sources`)
    return true
  } catch (error) {
    printStep(
      `the binaries are compiled: those of ${request} could not be installed (${String(error.message).split('\n')[0]})`,
    )
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function view(request) {
  try {
    const { stdout } = await runIn(
      ROOT,
      npmCommand(['view', request, '--json', '--fetch-retries=0', '--fetch-timeout=5000']),
    )
    return stdout.trim() === '' ? undefined : JSON.parse(stdout)
  } catch {
    return undefined
  }
}
