// When a checkout runs the binaries of a release, and when it compiles its own.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { sourceHash, unfit } from '../scripts/published.mjs'
import { scratch } from './support.js'

const repository = { url: 'git+https://forge.example/a/scenewright.git' }
const here = { manifest: { version: '1.2.3', repository }, sources: 'abc' }
const published = { version: '1.2.3', repository, sources: 'abc', dist: { attestations: { provenance: {} } } }

describe('published binaries', () => {
  test('stand in where they were made of these sources, provably', () => {
    expect(unfit(published, here)).toBeUndefined()
  })

  test.each<[string, typeof published | undefined, RegExp]>([
    ['there is no such version', undefined, /1\.2\.3 is not on npm/],
    ['the sources were changed', { ...published, sources: 'abd' }, /sources differ/],
    ['they come from elsewhere', { ...published, repository: { url: 'https://evil.example' } }, /does not prove/],
    ['nothing proves where they come from', { ...published, dist: {} as never }, /does not prove/],
  ])('do not where %s', (_, found, words) => {
    expect(unfit(found, here)).toMatch(words)
  })

  test('are not taken if the repository is unknown, whatever package has the name in the registry', () => {
    expect(unfit(published, { ...here, manifest: { version: '1.2.3' } })).toMatch(/nothing is published/)
  })
})

describe('the hash of the sources', () => {
  const checkout = (files: Record<string, string>): string => {
    const root = scratch()
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(root, name, '..'), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    return root
  }
  const files = { 'Cargo.toml': 'a\nb\n', 'crates/fs/src/lib.rs': 'mod a;\n', 'src/lib.rs': '' }
  const hash = sourceHash(checkout(files))

  test('depends on the files, and on nothing else', () => {
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(sourceHash(checkout(files))).toBe(hash)
    expect(sourceHash(checkout({ ...files, 'README.md': 'new', 'target/x': 'built' }))).toBe(hash)
  })

  test('is the same with the line ends of Windows', () => {
    expect(sourceHash(checkout({ ...files, 'Cargo.toml': 'a\r\nb\r\n' }))).toBe(hash)
  })

  test.each([
    ['changed', { ...files, 'src/lib.rs': ' ' }],
    ['added', { ...files, 'assets/a.ttf': '' }],
    ['renamed', { 'Cargo.toml': 'a\nb\n', 'crates/fs/src/main.rs': 'mod a;\n', 'src/lib.rs': '' }],
  ])('is another where a file is %s', (_, other) => {
    expect(sourceHash(checkout(other))).not.toBe(hash)
  })
})
