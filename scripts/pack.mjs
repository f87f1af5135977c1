// Puts together what a release publishes: the package and, for each platform whose binaries are here, a package
// of its own. Writes tarballs to target/package/ and prints their paths. Publishes nothing.
//
//   node scripts/pack.mjs [--stage] [--repository URL]
//
// --stage lays out the folders alone, which takes no minute to compress.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { withoutDeadLinks } from './links.mjs'
import { sourceHash } from './published.mjs'
import { stampPackage, takeRepository } from './repository.mjs'
import { npm } from './setup.mjs'
import { isProgram, main, ROOT, StepError } from './support.mjs'

export const STAGE = join(ROOT, 'target', 'package')

/** @typedef {import('./repository.mjs').Repository} Repository */

/** Platforms that a release is made for. A test holds them to `ts/platform.ts`. */
export const PLATFORMS = readdirSync(join(ROOT, 'npm')).sort()

/** Smaller files are not worth the time to compress them again. */
const MIN_SQUEEZED_BYTES = 1_000_000

/**
 * Makes the tarballs, and answers their paths. With `standIns` a platform whose binaries are not here gets a package
 * without them, so that a rehearsal has as many packages as a release. With `small` each is as small as gzip can be.
 *
 * @param {{ standIns?: boolean, small?: boolean, repository?: Repository }} [options]
 */
export async function pack({ standIns = false, small = false, repository } = {}) {
  const folders = stage({ standIns, repository })
  for (const folder of folders) await npm(['pack', folder, '--pack-destination', STAGE, '--loglevel=error'])
  const tarballs = readdirSync(STAGE)
    .filter((name) => name.endsWith('.tgz'))
    .sort()
    .map((name) => join(STAGE, name))
  if (small) for (const path of tarballs) await squeeze(path)
  return tarballs
}

/** Compresses a tarball again by Zopfli: three hundredths less for everybody who installs it, for a minute of a release. */
async function squeeze(path) {
  if (statSync(path).size < MIN_SQUEEZED_BYTES) return
  const { default: zopfli } = await import('@gfx/zopfli')
  writeFileSync(path, await zopfli.gzipAsync(gunzipSync(readFileSync(path)), { numiterations: 5 }))
}

/**
 * Lays out what each tarball will hold, and answers the folders.
 *
 * @param {{ standIns?: boolean, repository?: Repository }} [options]
 */
export function stage({ standIns = false, repository } = {}) {
  rmSync(STAGE, { recursive: true, force: true })
  if (!PLATFORMS.some(binariesOf)) throw new StepError('There are no binaries to pack. Run first: npm run build')
  const platforms = PLATFORMS.filter((platform) => standIns || binariesOf(platform))
  return [stagePackage(repository), ...platforms.map((platform) => stagePlatform(platform, repository))]
}

/** The two binaries of a platform, when they are beside its manifest or at the top of the checkout. */
export function binariesOf(platform) {
  const source = join(ROOT, 'npm', platform)
  const { files } = readJson(join(source, 'package.json'))
  // The runner of another platform has the same name: only with its addon is it the one at the top.
  const folder = [source, ROOT].find((place) => files.every((name) => existsSync(join(place, name))))
  return folder && files.map((name) => join(folder, name))
}

/**
 * The package itself. The packages of the platforms become its optional dependencies here and not in the
 * checkout: there they could not be installed before they are published.
 */
function stagePackage(repository) {
  const { scripts, devDependencies, overrides, napi, ...plain } = readJson(join(ROOT, 'package.json'))
  const manifest = stampPackage(plain, repository)
  manifest.optionalDependencies = Object.fromEntries(
    PLATFORMS.map((platform) => [`scenewright-${platform}`, manifest.version]),
  )
  const folder = join(STAGE, 'scenewright')
  mkdirSync(folder, { recursive: true })
  const left = new Set(manifest.files.filter((path) => path.startsWith('!')).map((path) => join(ROOT, path.slice(1))))
  for (const path of [...manifest.files.filter((path) => !path.startsWith('!')), 'README.md', 'LICENSE']) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (source) => !left.has(source) })
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md')) continue
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), withoutDeadLinks(text, name, folder, repository))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return folder
}

/** The package of one platform, with its binaries where they are here. */
function stagePlatform(platform, repository) {
  const source = join(ROOT, 'npm', platform)
  const manifest = readJson(join(source, 'package.json'))
  const { version } = readJson(join(ROOT, 'package.json'))
  if (manifest.version !== version) {
    throw new StepError(`npm/${platform}/package.json is version ${manifest.version}, the package is ${version}.`)
  }
  const folder = join(STAGE, manifest.name)
  mkdirSync(folder, { recursive: true })
  for (const path of [join(source, 'README.md'), ...(binariesOf(platform) ?? []), join(ROOT, 'LICENSE')]) {
    copyFileSync(path, join(folder, basename(path)))
  }
  // The hash of the sources of the binaries, for a checkout that would rather not compile them.
  const published = { ...stampPackage(manifest, repository), sources: sourceHash() }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  return folder
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    const { repository, rest } = takeRepository(args)
    const made = rest[0] === '--stage' ? stage({ repository }) : await pack({ repository })
    for (const path of made) process.stdout.write(`${path}\n`)
  })
}
