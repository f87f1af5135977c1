// The platforms of a release are named in four places, which agree.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { RELEASE_PLATFORMS, runnerFileName } from '../ts/platform.js'
import { ROOT } from './support.js'

interface Manifest {
  readonly [field: string]: unknown
}

const json = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The name that Rust has for a platform. */
function targetOf(platform: string): string {
  const [system = '', arch = '', abi = ''] = platform.split('-')
  const cpu = { arm64: 'aarch64', x64: 'x86_64' }[arch]
  const rest = { darwin: 'apple-darwin', linux: `unknown-linux-${abi}`, win32: 'pc-windows-msvc' }[system]
  return `${cpu}-${rest}`
}

test('each platform has a folder in npm/ and a target of the build', () => {
  expect(readdirSync(join(ROOT, 'npm')).sort()).toEqual([...RELEASE_PLATFORMS])
  const { targets } = json('package.json')['napi'] as { targets: string[] }
  expect([...targets].sort()).toEqual(RELEASE_PLATFORMS.map(targetOf).sort())
})

describe.each(RELEASE_PLATFORMS)('%s', (platform) => {
  const [system = '', arch = '', abi] = platform.split('-')
  const manifest = json(`npm/${platform}/package.json`)
  const addon = `scenewright.${platform}.node`
  const runner = runnerFileName({ platform: system, arch })

  test('is installed where it fits, and holds both binaries', () => {
    expect(manifest).toMatchObject({ name: `scenewright-${platform}`, os: [system], cpu: [arch], main: addon })
    expect(manifest['libc']).toEqual(system === 'linux' ? [abi === 'gnu' ? 'glibc' : 'musl'] : undefined)
    expect(manifest['files']).toEqual([addon, runner])
    const own = json('package.json')
    for (const field of ['version', 'license', 'author', 'engines']) expect(manifest[field]).toEqual(own[field])
  })

  test('is spelled out for tools that trace files, built by the release, and named in the README', () => {
    const requests = text('ts/platform-files.ts')
    for (const file of ['package.json', addon, runner]) {
      expect(requests).toContain(`require.resolve('scenewright-${platform}/${file}')`)
    }
    expect(text('.github/workflows/release.yml')).toContain(`platform: ${platform}\n`)
    expect(text('docs/install.md')).toContain(`\`${platform}\``)
    expect(existsSync(join(ROOT, 'npm', platform, 'README.md'))).toBe(true)
    expect(text(`npm/${platform}/README.md`)).not.toContain('](')
  })
})
