// Puts together what a release publishes: the package and, for each platform whose binaries are here, a package
// of its own. Writes tarballs to target/package/ and prints their paths. Publishes nothing.
//
//   node scripts/pack.mjs
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { npm } from './setup.mjs'
import { isProgram, main, ROOT, StepError } from './support.mjs'

const STAGE = join(ROOT, 'target', 'package')

/** Platforms that a release is made for; `npm/<platform>` exists for those that are built today. */
const PLATFORMS = readdirSync(join(ROOT, 'npm'))

/** Makes the tarballs, and answers their paths. */
export async function pack() {
  rmSync(STAGE, { recursive: true, force: true })
  const folders = [stagePackage(), ...PLATFORMS.map(stagePlatform).filter(Boolean)]
  if (folders.length === 1) throw new StepError('There are no binaries to pack. Run first: npm run build')
  for (const folder of folders) await npm(['pack', folder, '--pack-destination', STAGE, '--loglevel=error'])
  return readdirSync(STAGE)
    .filter((name) => name.endsWith('.tgz'))
    .sort()
    .map((name) => join(STAGE, name))
}

/**
 * The package itself. The packages of the platforms become its optional dependencies here and not in the
 * checkout: there they could not be installed before they are published.
 */
function stagePackage() {
  const { scripts, devDependencies, overrides, napi, ...manifest } = readJson(join(ROOT, 'package.json'))
  manifest.optionalDependencies = Object.fromEntries(
    PLATFORMS.map((platform) => [`scenewright-${platform}`, manifest.version]),
  )
  const folder = join(STAGE, 'scenewright')
  mkdirSync(folder, { recursive: true })
  for (const path of [...manifest.files, 'README.md', 'LICENSE']) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return folder
}

/** The package of one platform, when its binaries are beside its manifest or at the top of the checkout. */
function stagePlatform(platform) {
  const source = join(ROOT, 'npm', platform)
  const manifest = readJson(join(source, 'package.json'))
  const { version } = readJson(join(ROOT, 'package.json'))
  if (manifest.version !== version) {
    throw new StepError(`npm/${platform}/package.json is version ${manifest.version}, the package is ${version}.`)
  }
  const binaries = manifest.files.map((name) => [join(source, name), join(ROOT, name)].find(existsSync))
  if (!binaries.every(Boolean)) return undefined
  const folder = join(STAGE, manifest.name)
  cpSync(source, folder, { recursive: true })
  for (const path of [...binaries, join(ROOT, 'LICENSE')]) copyFileSync(path, join(folder, basename(path)))
  return folder
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

if (isProgram(import.meta)) {
  await main(async () => {
    for (const path of await pack()) process.stdout.write(`${path}\n`)
  })
}
