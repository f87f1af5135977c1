// `scenewright doctor` on an installation with something wrong: it names it, and the command that fixes it.
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { compareVersions, glibcSymbols, neededGlibc, newest } from '../ts/elf.mjs'
import { currentGlibc, currentHost, platformName, runnerFileName } from '../ts/platform.js'
import { ROOT, scenewright, scratch } from './support.js'

const ADDON = join(ROOT, `scenewright.${platformName(currentHost())}.node`)
const RUNNER = join(ROOT, runnerFileName(currentHost()))
const isLinux = process.platform === 'linux'

function binaries(env: Record<string, string>): { status: number | null; report: { addon?: string; mend: string[] } } {
  const { status, stdout } = scenewright(['doctor', '--json'], env)
  return { status, report: JSON.parse(stdout).binaries }
}

describe('doctor', () => {
  test.runIf(currentGlibc())('names both binaries, and the installed and the needed glibc', () => {
    const { status, report } = binaries({})
    expect(status).toBe(0)
    expect(report).toEqual({
      addon: ADDON,
      runner: RUNNER,
      glibc: { found: currentGlibc(), needed: newest([ADDON, RUNNER].map((path) => neededGlibc(path)!)) },
      mend: [],
    })
    expect(scenewright(['doctor']).stdout).toMatch(
      /^binaries +addon +\S+\.node\n +runner +\S+\n +glibc +2\.\d+ here, 2\.\d+ needed\n +fix +none$/m,
    )
  })

  test('says that a binary is missing, where it looked, and what to do, in both forms', () => {
    const env = { SCENEWRIGHT_ADDON: '/nowhere/a.node' }
    const { status, report } = binaries(env)
    expect([status, report]).toEqual([1, { mend: [expect.stringContaining('/nowhere/a.node')] }])
    const { stdout } = scenewright(['doctor'], env)
    expect(stdout).toMatch(/^version +\d/m)
    expect(stdout).toContain('names a file that does not exist')
  })

  test('reports an addon that is no library, with the reason of the system', () => {
    const addon = join(scratch(), 'broken.node')
    writeFileSync(addon, 'nothing')
    const { status, report } = binaries({ SCENEWRIGHT_ADDON: addon, SCENEWRIGHT_RUNNER: RUNNER })
    expect(status).toBe(1)
    expect(report).toMatchObject({
      addon,
      mend: [expect.stringMatching(/could not load its native addon[\s\S]*Reason: /)],
    })
  })

  test.runIf(process.platform !== 'win32')('says how a runner without the permission gets it', () => {
    const runner = join(scratch(), 'a runner')
    copyFileSync(RUNNER, runner)
    chmodSync(runner, 0o644)
    const { status, report } = binaries({ SCENEWRIGHT_RUNNER: runner })
    expect([status, report.mend]).toEqual([1, [`${runner} may not be executed. Run: chmod +x '${runner}'`]])
  })
})

describe.runIf(isLinux)('the glibc that a binary needs', () => {
  test('is the newest of its symbols, and not newer than this machine’s, where it runs', () => {
    for (const path of [ADDON, RUNNER, process.execPath]) {
      const needed = neededGlibc(path) ?? 'none'
      expect(needed, path).toBe(newest(glibcSymbols(readFileSync(path)).keys()))
      expect(compareVersions(needed, currentGlibc() ?? '0'), path).toBeLessThanOrEqual(0)
    }
  })

  test('is missing for a file that is no binary', () => {
    expect(neededGlibc(__filename)).toBeUndefined()
    expect(neededGlibc('/nowhere')).toBeUndefined()
  })

  test('is compared by numbers', () => {
    expect(compareVersions('2.9', '2.28')).toBeLessThan(0)
    expect(compareVersions('2.28', '2.9')).toBeGreaterThan(0)
    expect(compareVersions('2.28', '2.28')).toBe(0)
    expect(compareVersions('2.2', '2.2.5')).toBeLessThan(0)
    expect(compareVersions('2.2.5', '2.28')).toBeLessThan(0)
  })

  // The sum of what nobody must raise unseen: a newer version here is a system fewer there. Releases are linked by zig for 2.28.
  test('is at most 2.34 in a build of this machine: neither asks for the hypot of 2.35', () => {
    for (const path of [ADDON, RUNNER]) {
      const newer = [...glibcSymbols(readFileSync(path))].filter(([version]) => compareVersions(version, '2.34') > 0)
      expect(newer, path).toEqual([])
    }
  })

  test('is at most 2.28 in the binaries of a release', () => {
    for (const platform of readdirSync(join(ROOT, 'npm')).filter((name) => name.endsWith('-gnu'))) {
      const folder = join(ROOT, 'npm', platform)
      for (const name of readdirSync(folder).filter((file) => /\.node$|runner$/.test(file))) {
        const version = neededGlibc(join(folder, name))
        expect(compareVersions(version ?? '0', '2.28'), `${name}: ${version}`).toBeLessThanOrEqual(0)
      }
    }
  })
})
