// Installs the programs of others that tests ask, each where it is missing:
//
// - Python packages into target/python: readers of exports, and the client of MCP
// - programs of npm into target/npm-programs: Vitest of other versions, MCP Inspector, the conformance suite of MCP
// - by the system's package manager xmllint, and Chromium for the tests of the live view
// - the conformance tests of ECMAScript into target/test262
//
// It reports what cannot be had; the tests of that are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { npmCommand } from './setup.mjs'
import { has, isProgram, main, ROOT, printStep } from './support.mjs'

/** Where the tests look for the packages. */
const PYTHON_PACKAGES = join(ROOT, 'target', 'python')

/** The conformance tests of ECMAScript, as of the commit that tests/test262/expected.txt is about. */
const TEST262 = join(ROOT, 'target', 'test262')
const TEST262_SOURCE = 'https://github.com/tc39/test262'
const TEST262_COMMIT = 'be13516fb6441b950ba8a3df97eb34062c186972'
const TEST262_FOLDERS = ['harness', 'test/annexB', 'test/built-ins', 'test/language']

/** The longest that a step of a checkout may take, for machines without a network. */
const CHECKOUT_MS = 120_000

const PACKAGES = { ezdxf: 'ezdxf==1.4.5', mcp: 'mcp==2.3.0', pypdf: 'pypdf==7.1.0', svgelements: 'svgelements==1.9.6' }

/** Programs of npm, each in a folder of its own: Vitest of one version must not find that of another. */
export const NPM_PROGRAMS = join(ROOT, 'target', 'npm-programs')
const PROGRAMS = {
  'vitest-3': 'vitest@3.0.0',
  'vitest-5': 'vitest@5.1.1',
  inspector: '@modelcontextprotocol/inspector@2.12.0',
  conformance: '@modelcontextprotocol/conformance@0.2.0-alpha.12',
}

/** Makes sure of the readers, as far as that is possible. */
function installReaders() {
  for (const [name, release] of Object.entries(PACKAGES)) {
    if (existsSync(join(PYTHON_PACKAGES, name))) continue
    attempt(name, 'python3', ['-m', 'pip', 'install', '--target', PYTHON_PACKAGES, release])
  }
  for (const [name, release] of Object.entries(PROGRAMS)) {
    const folder = join(NPM_PROGRAMS, name)
    if (existsSync(join(folder, 'package.json'))) continue
    mkdirSync(folder, { recursive: true })
    // The manifest comes last, as the sign that all of it is there.
    const [command, ...install] = npmCommand(['install', '--no-save', '--ignore-scripts', '--prefix', folder, release])
    if (attempt(release, command, install)) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  }
  if (!has('xmllint') && has('apt-get') && process.getuid?.() === 0) {
    attempt('xmllint', 'apt-get', ['install', '-y', 'libxml2-utils'])
  }
  if (!has('chromium-headless-shell') && has('apt-get') && process.getuid?.() === 0) {
    // The shell draws pages with less work than the whole browser, which is there where a distribution has no shell.
    const hasShell = attempt('chromium-headless-shell', 'apt-get', ['install', '-y', 'chromium-headless-shell'])
    if (!hasShell && !has('chromium')) attempt('chromium', 'apt-get', ['install', '-y', 'chromium'])
  }
  if (!process.env.SCENEWRIGHT_TEST262 && !existsSync(join(TEST262, 'harness'))) checkOutTest262()
}

/** Fetches one commit, and of its files those that are run. */
function checkOutTest262() {
  printStep('fetching test262')
  mkdirSync(TEST262, { recursive: true })
  const steps = [
    ['init', '--quiet'],
    ['sparse-checkout', 'set', ...TEST262_FOLDERS],
    ['fetch', '--quiet', '--depth', '1', TEST262_SOURCE, TEST262_COMMIT],
    ['checkout', '--quiet', TEST262_COMMIT],
  ]
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    cwd: TEST262,
    stdio: 'ignore',
    timeout: CHECKOUT_MS,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  }
  if (!steps.every((step) => spawnSync('git', step, options).status === 0)) {
    rmSync(TEST262, { recursive: true, force: true })
    printStep('test262 could not be fetched: the test of conformance is skipped')
  }
}

/** Nothing of the output is shown: it names the registries of the machine. */
function attempt(reader, command, args) {
  printStep(`installing ${reader}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'ignore' })
  if (status !== 0) printStep(`${reader} could not be installed: the tests that ask it are skipped`)
  return status === 0
}

if (isProgram(import.meta)) await main(installReaders)
