// The release, as far as it can be done here.
//
//   node scripts/release.mjs --dry-run [--keep]   rehearses it with a registry of this machine
//   node scripts/release.mjs --check              says what keeps this checkout from being published
//   node scripts/release.mjs --publish            publishes what pack.mjs makes; for .github/workflows/release.yml alone
//
// `--repository URL` is the address of the sources: it is stamped into everything that is published, and target/server.json is
// the entry of the MCP registry with it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { obstacles } from './versions.mjs'
import { binariesOf, pack, PLATFORMS } from './pack.mjs'
import { rehearse } from './rehearsal.mjs'
import { stampServer, takeRepository } from './repository.mjs'
import { npm } from './setup.mjs'
import { main, ROOT, printStep, StepError } from './support.mjs'
import { overBounds, sizesOf, table } from './sizes.mjs'

const MODES = ['--dry-run', '--check', '--publish']

await main(async (given) => {
  const { repository, rest: args } = takeRepository(given)
  const unknown = args.find((arg) => ![...MODES, '--keep'].includes(arg))
  const modes = args.filter((arg) => MODES.includes(arg))
  if (unknown || modes.length !== 1)
    throw new StepError(`Give one of ${MODES.join(', ')}; --dry-run takes --keep, all take --repository URL.`)
  if (modes[0] === '--dry-run') return rehearse({ keep: args.includes('--keep'), repository })
  const found = obstacles(repository)
  if (found.length > 0) throw new StepError(`This cannot be published:\n${found.map((line) => `- ${line}`).join('\n')}`)
  if (modes[0] === '--publish') await publish(repository)
  else printStep('nothing is in the way of a release')
  return 0
})

/** The packages of the platforms first: the package names them as optional dependencies. */
async function publish(repository) {
  const missing = PLATFORMS.filter((platform) => !binariesOf(platform))
  if (missing.length > 0)
    throw new StepError(`There are no binaries for ${missing.join(', ')} beside npm/*/package.json.`)
  const server = stampServer(JSON.parse(readFileSync(join(ROOT, 'server.json'), 'utf8')), repository)
  writeFileSync(join(ROOT, 'target', 'server.json'), `${JSON.stringify(server, null, 2)}\n`)
  const tarballs = await pack({ small: true, repository })
  const sizes = await sizesOf(tarballs)
  process.stdout.write(table(sizes))
  const over = overBounds(sizes)
  if (over.length > 0) throw new StepError(over.join('\n'))
  const [own, platforms] = [tarballs.filter(isOwn), tarballs.filter((path) => !isOwn(path))]
  for (const tarball of [...platforms, ...own]) {
    printStep(`publishing ${tarball}`)
    await npm(['publish', tarball, '--provenance', '--access', 'public'])
  }
}

/** `scenewright-0.2.0.tgz`, and no platform between. */
function isOwn(tarball) {
  return /[\\/]scenewright-\d[^\\/]*$/.test(tarball)
}
