// The version stands in many files, and a release needs them to agree.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { stampPackage, stampServer } from './repository.mjs'
import { ROOT } from './support.mjs'

/** Every place that names the version of the package, with the version that it names. */
export function versionPlaces() {
  const cargo = /^\[workspace\.package\]\nversion = "(.*)"$/m.exec(textOf('Cargo.toml'))?.[1]
  const lock = json('package-lock.json')
  const server = json('server.json')
  return [
    ['package.json', json('package.json').version],
    ['Cargo.toml', cargo],
    ['package-lock.json', lock.version],
    ["package-lock.json, packages['']", lock.packages[''].version],
    ...readdirSync(join(ROOT, 'npm'))
      .sort()
      .map((platform) => [`npm/${platform}/package.json`, json(`npm/${platform}/package.json`).version]),
    ['server.json', server.version],
    ...server.packages.map(({ version }, index) => [`server.json, packages[${index}]`, version]),
    ['mcpb/manifest.json', json('mcpb/manifest.json').version],
    ['plugin/.claude-plugin/plugin.json', json('plugin/.claude-plugin/plugin.json').version],
    ...json('.claude-plugin/marketplace.json').plugins.map(({ name, version }) => [
      `.claude-plugin/marketplace.json, ${name}`,
      version,
    ]),
  ]
}

/** The obstacles to publishing this checkout with the address of a repository, a sentence each. */
export function obstacles(repository) {
  const manifest = stampPackage(json('package.json'), repository)
  const { version } = manifest
  const found = versionPlaces()
    .filter(([, named]) => named !== version)
    .map(([place, named]) => `${place} names the version ${named}, package.json ${version}: make them agree.`)
  for (const field of ['repository', 'homepage', 'bugs']) {
    if (manifest[field] !== undefined) continue
    found.push(
      `package.json has no ${field}: npm shows no way to the sources, and provenance cannot be proven. Give the address of the ` +
        'public repository: --repository URL.',
    )
  }
  const server = stampServer(json('server.json'), repository).name
  if (server.startsWith('com.example/')) {
    found.push(`server.json is named ${server}: give the address of the public repository: --repository URL.`)
  } else if (manifest.mcpName !== server) {
    found.push(`package.json has mcpName ${manifest.mcpName}, server.json is named ${server}: make them agree.`)
  }
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm').test(textOf('CHANGELOG.md'))) {
    found.push(`CHANGELOG.md has no heading "## ${version}": put what is under "Unreleased" there.`)
  }
  return found
}

function json(path) {
  return JSON.parse(textOf(path))
}

function textOf(path) {
  return readFileSync(join(ROOT, path), 'utf8')
}
