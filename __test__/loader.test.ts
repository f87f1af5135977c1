// The files that the loader looks for, their places, and its message if they are missing.
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { load, locate, type Surroundings } from '../ts/native.js'
import { currentHost, platformName, RELEASE_PLATFORMS, runnerFileName, type Host } from '../ts/platform.js'

const LINUX: Host = { platform: 'linux', arch: 'x64', libc: 'gnu' }
const HOME = resolve('/checkout')

function surroundings(files: readonly string[], changes: Partial<Surroundings> = {}): Surroundings {
  const present = new Set(files.map((file) => resolve(file)))
  return {
    host: LINUX,
    env: {},
    packageRoot: HOME,
    here: join(HOME, 'dist'),
    version: '1.2.3',
    exists: (path) => present.has(path),
    findPackage: () => undefined,
    ...changes,
  }
}

function messageOf(around: Surroundings): { code: string; message: string } {
  try {
    locate(around)
  } catch (error) {
    return error as { code: string; message: string }
  }
  throw new Error('found')
}

describe('the name of a platform', () => {
  test.each<[Host, string]>([
    [{ platform: 'linux', arch: 'x64', libc: 'gnu' }, 'linux-x64-gnu'],
    [{ platform: 'linux', arch: 'arm64', libc: 'musl' }, 'linux-arm64-musl'],
    [{ platform: 'darwin', arch: 'arm64' }, 'darwin-arm64'],
    [{ platform: 'win32', arch: 'x64' }, 'win32-x64-msvc'],
    [{ platform: 'freebsd', arch: 'x64' }, 'freebsd-x64'],
  ])('%o is %s', (host, name) => {
    expect(platformName(host)).toBe(name)
  })

  test('the runner has an ending on Windows only', () => {
    expect(runnerFileName({ platform: 'win32', arch: 'x64' })).toBe('scenewright-runner.exe')
    expect(runnerFileName(LINUX)).toBe('scenewright-runner')
  })

  test('this machine has one', () => {
    const host = currentHost()
    expect(host.platform).toBe(process.platform)
    expect(platformName(host)).toContain(process.arch)
  })
})

describe('the places', () => {
  const addon = join(HOME, 'scenewright.linux-x64-gnu.node')
  const runner = join(HOME, 'scenewright-runner')
  const installed = resolve('/modules/scenewright-linux-x64-gnu')
  const platformPackage = { folder: installed, version: '1.2.3' }
  const packageFiles = [join(installed, 'scenewright.linux-x64-gnu.node'), join(installed, 'scenewright-runner')]

  test('the top of the package', () => {
    expect(locate(surroundings([addon, runner]))).toEqual({ addonPath: addon, runnerPath: runner })
  })

  test('the package of the platform', () => {
    const found = locate(surroundings(packageFiles, { findPackage: () => platformPackage }))
    expect(found).toEqual({ addonPath: packageFiles[0], runnerPath: packageFiles[1] })
  })

  test('the top of the package before the package of the platform', () => {
    const all = [addon, runner, ...packageFiles]
    expect(locate(surroundings(all, { findPackage: () => platformPackage })).addonPath).toBe(addon)
  })

  test('the environment before all others', () => {
    const env = { SCENEWRIGHT_NATIVE: '/mine/a.node', SCENEWRIGHT_RUNNER: '/mine/r' }
    const found = locate(surroundings([addon, runner, '/mine/a.node', '/mine/r'], { env }))
    expect(found).toEqual({ addonPath: resolve('/mine/a.node'), runnerPath: resolve('/mine/r') })
  })

  test('an option before the environment', () => {
    const env = { SCENEWRIGHT_ADDON: '/mine/a.node', SCENEWRIGHT_RUNNER: '/mine/r' }
    const binaries = { addon: '/own/a.node' }
    const found = locate(surroundings(['/mine/a.node', '/mine/r', '/own/a.node'], { env, binaries }))
    expect(found).toEqual({ addonPath: resolve('/own/a.node'), runnerPath: resolve('/mine/r') })
  })

  test('the folder of a bundle', () => {
    const here = resolve('/app/out')
    const files = [join(here, 'scenewright.linux-x64-gnu.node'), join(here, 'scenewright-runner')]
    expect(locate(surroundings(files, { here }))).toEqual({ addonPath: files[0], runnerPath: files[1] })
  })

  test('what was unpacked from an Electron archive before what is in it', () => {
    const folder = resolve('/app/resources/app.asar/node_modules/scenewright-linux-x64-gnu')
    const outside = folder.replace('app.asar', 'app.asar.unpacked')
    const files = [folder, outside].flatMap((place) => [
      join(place, 'scenewright.linux-x64-gnu.node'),
      join(place, 'scenewright-runner'),
    ])
    const findPackage = () => ({ folder, version: '1.2.3' })
    expect(locate(surroundings(files, { findPackage })).runnerPath).toBe(join(outside, 'scenewright-runner'))
  })

  test('the runner beside an addon that the environment names', () => {
    const env = { SCENEWRIGHT_NATIVE: '/mine/a.node' }
    const found = locate(surroundings(['/mine/a.node', '/mine/scenewright-runner'], { env }))
    expect(found.runnerPath).toBe(resolve('/mine/scenewright-runner'))
  })
})

describe('what it says when something is missing', () => {
  test('in a checkout: the platform, both places, and the command that builds', () => {
    const { code, message } = messageOf(surroundings([join(HOME, 'Cargo.toml')]))
    expect(code).toBe('native_missing')
    expect(message).toContain('Platform: linux-x64-gnu')
    expect(message).toContain(join(HOME, 'scenewright.linux-x64-gnu.node'))
    expect(message).toContain('scenewright-linux-x64-gnu, which is not installed')
    expect(message).toContain('npm run build')
  })

  test('installed: the command that installs the package of the platform, in the version that fits', () => {
    const { code, message } = messageOf(surroundings([]))
    expect(code).toBe('native_missing')
    expect(message).toContain('npm install scenewright-linux-x64-gnu@1.2.3')
  })

  test('a package of the platform in another version', () => {
    const findPackage = () => ({ folder: '/m', version: '1.0.0' })
    const { message } = messageOf(surroundings(['/m/scenewright.linux-x64-gnu.node'], { findPackage }))
    expect(message).toContain('installed as 1.0.0 while this is scenewright 1.2.3')
  })

  test('a platform that nothing is built for: the ones that there are', () => {
    const { code, message } = messageOf(surroundings([], { host: { platform: 'sunos', arch: 'x64' } }))
    expect(code).toBe('unsupported_platform')
    expect(message).toContain('Platform: sunos-x64')
    expect(message).toContain(RELEASE_PLATFORMS.join(', '))
    expect(message).toContain('build it from a checkout')
  })

  test('another C library is another platform', () => {
    const host: Host = { platform: 'linux', arch: 'x64', libc: 'musl' }
    const { code, message } = messageOf(surroundings([join(HOME, 'scenewright.linux-x64-gnu.node')], { host }))
    expect(code).toBe('native_missing')
    expect(message).toContain('Platform: linux-x64-musl')
    expect(message).toContain('npm install scenewright-linux-x64-musl@1.2.3')
  })

  test('the addon without the runner', () => {
    const { code, message } = messageOf(surroundings([join(HOME, 'scenewright.linux-x64-gnu.node')]))
    expect(code).toBe('runner_missing')
    expect(message).toContain(join(HOME, 'scenewright-runner'))
  })

  test.each([
    ['SCENEWRIGHT_ADDON', 'native_missing'],
    ['SCENEWRIGHT_RUNNER', 'runner_missing'],
  ])('%s that names no file', (name, expected) => {
    const files = [join(HOME, 'scenewright.linux-x64-gnu.node'), join(HOME, 'scenewright-runner')]
    const { code, message } = messageOf(surroundings(files, { env: { [name]: '/nowhere/file' } }))
    expect(code).toBe(expected)
    expect(message).toContain(name)
    expect(message).toContain(resolve('/nowhere/file'))
  })
})

test('an addon that does not load: the file, the reason and what to do', () => {
  const here = join(__dirname, 'loader.test.ts')
  const around = surroundings([], {
    env: { SCENEWRIGHT_NATIVE: join(__dirname, 'fake', 'broken.node'), SCENEWRIGHT_RUNNER: here },
    exists: () => true,
  })
  expect(() => load(around)).toThrow(
    expect.objectContaining({
      code: 'native_load_failed',
      message: expect.stringMatching(/broken\.node[\s\S]*Reason: /),
    }),
  )
})
