// The requirements of a release besides code: versions that agree, documents without dead links, and the files by which registries
// and clients find the server.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { fileLinks, withoutDeadLinks } from '../scripts/links.mjs'
import { repositoryOf, stampBundle, stampPackage, stampServer, takeRepository } from '../scripts/repository.mjs'
import { overBounds, table } from '../scripts/sizes.mjs'
import { obstacles, versionPlaces } from '../scripts/versions.mjs'
import { parseCommand } from '../ts/cli/arguments.js'
import { ROOT } from './support.js'

const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

test('all files name the same version', () => {
  const { version } = json('package.json')
  const places = versionPlaces()
  expect(places.length).toBeGreaterThan(15)
  for (const [place, named] of places) expect(`${place}: ${named}`).toBe(`${place}: ${version}`)
})

test('a release is refused while the address of the sources is unknown', () => {
  const found = obstacles().join('\n')
  for (const field of ['repository', 'homepage', 'bugs']) {
    const isThere = json('package.json')[field] !== undefined
    expect(found.includes(`package.json has no ${field}: `)).toBe(!isThere)
  }
})

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'].concat(
  readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
)

describe('links', () => {
  test.each(DOCUMENTS)('of %s lead to existing files', (document) => {
    const links = fileLinks(readFileSync(join(ROOT, document), 'utf8'))
    const dead = links.filter((target) => !existsSync(join(ROOT, dirname(document), target)))
    expect(dead).toEqual([])
  })

  const PAGE = `See [the guide](guide.md#a), [the code](../src/lib.rs#L1) and [npm](https://npmjs.com).

![a picture](../art.png)

<!-- pictures -->
Green is new.

<!-- /pictures -->
The end.
`

  test('that lead out of the package lose their address when it is published, and pictures go with their words', () => {
    const published = withoutDeadLinks(PAGE, 'docs/gallery.md', join(ROOT, '__test__'), undefined)
    expect(published).toBe('See the guide, the code and [npm](https://npmjs.com).\n\nThe end.\n')
  })

  test('lead to the repository where its address is known', () => {
    const repository = repositoryOf('https://forge.example/a/b')
    const published = withoutDeadLinks(PAGE, 'docs/x.md', join(ROOT, '__test__'), repository)
    expect(published).toContain('Green is new.\n\nThe end.')
    expect(published).not.toContain('<!--')
    expect(published).toContain('[the guide](https://forge.example/a/b/blob/HEAD/docs/guide.md#a)')
    expect(published).toContain('[the code](https://forge.example/a/b/blob/HEAD/src/lib.rs#L1)')
    expect(published).toContain('![a picture](https://forge.example/a/b/raw/HEAD/art.png)')
  })

  test('to files of the package stay', () => {
    const page = 'See [errors](errors.md).'
    expect(withoutDeadLinks(page, 'docs/x.md', ROOT, undefined)).toBe(page)
  })
})

describe('the address of the repository', () => {
  const repository = repositoryOf('https://github.com/maker/scenewright.git')

  test('is stamped into the packages', () => {
    const own = stampPackage(json('package.json'), repository)
    expect(own).toMatchObject({
      repository: { type: 'git', url: 'git+https://github.com/maker/scenewright.git' },
      homepage: 'https://github.com/maker/scenewright#readme',
      bugs: { url: 'https://github.com/maker/scenewright/issues' },
      mcpName: 'io.github.maker/scenewright',
    })
    const platform = stampPackage(json('npm/linux-x64-gnu/package.json'), repository)
    expect(platform).toMatchObject({ repository: own.repository, bugs: own.bugs })
    expect(platform).not.toHaveProperty('mcpName')
  })

  test('is the name of the server in the registry of MCP, which the package has as well', () => {
    const { name, repository: source, websiteUrl } = stampServer(json('server.json'), repository)
    expect({ name, source, websiteUrl }).toEqual({
      name: stampPackage(json('package.json'), repository).mcpName,
      source: { url: 'https://github.com/maker/scenewright', source: 'github' },
      websiteUrl: 'https://github.com/maker/scenewright',
    })
    expect(stampServer(json('server.json'), repositoryOf('https://forge.example/a/b')).name).toBe('example.forge/b')
  })

  test('is where the bundle has its privacy policy, help and source', () => {
    const bundle = stampBundle(json('mcpb/manifest.json'), repository)
    expect(bundle).toMatchObject({
      privacy_policies: ['https://github.com/maker/scenewright/blob/HEAD/docs/privacy.md'],
      support: 'https://github.com/maker/scenewright/issues',
      documentation: 'https://github.com/maker/scenewright/blob/HEAD/docs/mcp.md',
    })
    for (const path of ['docs/privacy.md', 'docs/mcp.md']) expect(existsSync(join(ROOT, path)), path).toBe(true)
  })

  test('clears the way of a release, as far as it is about addresses', () => {
    expect(obstacles(repository).filter((line) => /repository|homepage|bugs|server\.json|mcpName/.test(line))).toEqual(
      [],
    )
  })

  test('is nowhere unless it is given', () => {
    expect(stampPackage(json('package.json'), undefined)).not.toHaveProperty('repository')
    expect(takeRepository(['--stage'])).toEqual({ rest: ['--stage'] })
    expect(takeRepository(['--stage', '--repository', 'https://forge.example/a/b']).repository?.page).toBe(
      'https://forge.example/a/b',
    )
  })

  test.each(['http://forge.example/a/b', 'https://forge.example', 'git@forge.example:a/b.git', '--stage'])(
    'is not %s',
    (address) => {
      expect(() => takeRepository(['--repository', address])).toThrow(/--repository takes/)
    },
  )
})

/** Documents as readers of the package alone see them. */
describe('documents of the package, without an address', () => {
  const published = ['README.md', ...DOCUMENTS.filter((name) => name.startsWith('docs/'))]

  test.each(published)('%s has no dead picture, and no words about one', (name) => {
    const text = withoutDeadLinks(readFileSync(join(ROOT, name), 'utf8'), name, join(ROOT, 'npm'), undefined)
    expect(text).not.toMatch(/!\[/)
    expect(text).not.toMatch(/<!-- \/?pictures/)
    expect(text).not.toMatch(/\b(picture|figure|screenshot)s? (above|below)|[Ii]n the pictures?\b/)
    expect(text).not.toMatch(/:\n\n(#|$)/)
  })
})

describe('sizes', () => {
  const own = { name: 'scenewright-0.2.0.tgz', packed: 2e6, unpacked: 4e6, binaries: false }
  const platform = { name: 'scenewright-linux-x64-gnu-0.2.0.tgz', packed: 11e6, unpacked: 25e6, binaries: true }

  test('within the bounds are in the table', () => {
    expect(overBounds([own, platform])).toEqual([])
    expect(table([own, platform])).toMatch(/scenewright-linux-x64-gnu-0\.2\.0\.tgz +11\.0 MB +25\.0 MB\n/)
  })

  test('over the bounds are reported, of tarballs and of the installation', () => {
    expect(overBounds([own, { ...platform, packed: 13e6 }])).toEqual([
      'scenewright-linux-x64-gnu-0.2.0.tgz has 13.0 MB, more than 12.0 MB.',
    ])
    expect(overBounds([own, { ...platform, unpacked: 27e6 }])[0]).toContain('31.0 MB installed')
  })

  test('of a package without binaries are reported as a stand-in’s', () => {
    expect(table([{ ...platform, binaries: false }])).toContain('a stand-in')
    expect(table([own])).not.toContain('a stand-in')
  })
})

describe('the entry of the MCP registry', () => {
  const server = json('server.json')

  test('has the form that the registry takes', () => {
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect(server.description.length).toBeLessThanOrEqual(100)
    for (const { registryType, identifier, version, transport } of server.packages) {
      expect({ registryType, identifier, transport }).toEqual({
        registryType: 'npm',
        identifier: json('package.json').name,
        transport: { type: 'stdio' },
      })
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    }
  })

  test('starts the server of a folder', () => {
    const args = server.packages[0].packageArguments.map(({ value }: { value?: string }) => value ?? '/the/folder')
    expect(parseCommand(args)).toMatchObject({ name: 'mcp', projects: new Map([['', '/the/folder']]) })
  })

  test('names variables that the server reads', () => {
    const named = server.packages[0].environmentVariables.map(({ name }: { name: string }) => name)
    for (const name of named) expect(readFileSync(join(ROOT, 'ts/limits.ts'), 'utf8')).toContain(`'${name}'`)
  })
})

describe('the MCP bundle', () => {
  const manifest = json('mcpb/manifest.json')
  const { command, args } = manifest.server.mcp_config

  test('starts the server of the folder that the person chose', () => {
    expect(command).toBe('node')
    expect(args[0]).toBe(`\${__dirname}/${manifest.server.entry_point}`)
    expect(existsSync(join(ROOT, manifest.server.entry_point.replace('node_modules/scenewright/', '')))).toBe(true)
    expect(parseCommand(args.slice(1))).toMatchObject({ name: 'mcp' })
    expect(args.at(-1)).toBe('${user_config.project_dir}')
    expect(manifest.user_config.project_dir).toMatchObject({ type: 'directory', required: true })
  })

  test('has what directories of extensions ask for', async () => {
    expect(manifest.display_name.length).toBeLessThanOrEqual(40)
    expect(manifest.long_description).toMatch(/nothing is sent anywhere/)
    expect(manifest.icons).toEqual([{ src: manifest.icon, size: '512x512' }])
    const { toolDefinitions } = await import('scenewright')
    for (const { name, title, annotations } of toolDefinitions('scene')) {
      expect(title, name).toMatch(/^[A-Z]/)
      expect(annotations.readOnlyHint === true || typeof annotations.destructiveHint === 'boolean', name).toBe(true)
    }
  })

  test('has an icon that this program draws', async () => {
    const { withTempProject } = await import('scenewright/testing')
    const main = readFileSync(join(ROOT, 'mcpb', 'icon', 'scene.code.js'), 'utf8')
    await withTempProject({ main }, async (project) => {
      const drawn = await project.render({ width: 512, height: 512, background: 'transparent' })
      const isSame = drawn.status === 'ok' && drawn.png.equals(readFileSync(join(ROOT, 'mcpb', 'icon.png')))
      expect(isSame).toBe(true)
    })
  })
})

describe('the plugin of Claude Code', () => {
  const plugin = json('plugin/.claude-plugin/plugin.json')
  const marketplace = json('.claude-plugin/marketplace.json')

  test('has the name in the marketplace', () => {
    expect(marketplace.plugins).toHaveLength(1)
    const [{ name, source, description }] = marketplace.plugins
    expect({ name, description }).toEqual({ name: plugin.name, description: plugin.description })
    expect(existsSync(join(ROOT, source, '.claude-plugin', 'plugin.json'))).toBe(true)
  })

  test('starts the server in the folder of the session', () => {
    const { command, args } = json('plugin/.mcp.json').mcpServers.scenewright
    expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', 'scenewright'])
    expect(parseCommand(args.slice(2))).toMatchObject({ name: 'mcp' })
  })

  test('has skills that name tools which there are', async () => {
    const { toolDefinitions } = await import('scenewright')
    const tools = new Set(toolDefinitions('scene').map(({ name }) => name))
    const skill = readFileSync(join(ROOT, 'plugin/skills/draw/SKILL.md'), 'utf8')
    expect(skill).toMatch(/^---\nname: draw\ndescription: .+\n---\n/)
    const named = [...skill.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!).filter((name) => name !== 'main')
    expect(named.filter((name) => !tools.has(name as never) && name !== 'view')).toEqual([])
  })
})
