// Installs the independent readers that the tests of exports ask, each where it is missing: Python packages into
// target/python, and by the system's package manager xmllint, and Chromium for the tests of the live view. What cannot be had is said, and its tests are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { has, isProgram, main, ROOT, say } from './support.mjs'

/** Where the tests look for the packages. */
const PYTHON_PACKAGES = join(ROOT, 'target', 'python')

const PACKAGES = { ezdxf: 'ezdxf==1.4.5', pypdf: 'pypdf==7.1.0', svgelements: 'svgelements==1.9.6' }

/** Makes sure of the readers, as far as that is possible. */
function installReaders() {
  for (const [name, release] of Object.entries(PACKAGES)) {
    if (existsSync(join(PYTHON_PACKAGES, name))) continue
    attempt(name, 'python3', ['-m', 'pip', 'install', '--target', PYTHON_PACKAGES, release])
  }
  if (!has('xmllint') && has('apt-get') && process.getuid?.() === 0) {
    attempt('xmllint', 'apt-get', ['install', '-y', 'libxml2-utils'])
  }
  if (!has('chromium') && has('apt-get') && process.getuid?.() === 0) {
    attempt('chromium', 'apt-get', ['install', '-y', 'chromium'])
  }
}

/** Nothing of the output is shown: it names the registries of the machine. */
function attempt(reader, command, args) {
  say(`installing ${reader}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'ignore' })
  if (status !== 0) say(`${reader} could not be installed: the tests that ask it are skipped`)
}

if (isProgram(import.meta)) await main(installReaders)
