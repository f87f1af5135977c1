// `npm test`: all set-up, then every test, and at the very end one line that counts them all.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildTypeScript, provideNative } from './build.mjs'
import { setUp } from './setup.mjs'
import { has, main, run, runPackageProgram, say } from './support.mjs'

/** Tests are shown as they run, and their summary is read. */
const SHOWN = { tee: true, check: false }

await main(async () => {
  await setUp()
  await provideNative()
  await buildTypeScript()
  const counts = [await testRust(), await testNode()]
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
})

/** Unit and integration tests of the crates. */
async function testRust() {
  say('Rust tests')
  const nextest = has('cargo', ['nextest', '--version'])
  return nextest
    ? countNextest(await run('cargo', ['nextest', 'run', '--workspace', '--no-fail-fast', '--color=never'], SHOWN))
    : countLibtest(await run('cargo', ['test', '--workspace', '--no-fail-fast'], SHOWN))
}

/** The tests of the package through its public face. Their type tests check all TypeScript of the checkout. */
async function testNode() {
  say('Node tests')
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-test-'))
  const file = join(folder, 'vitest.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { code } = await runPackageProgram('vitest/vitest.mjs', ['run', ...reporters], { check: false })
    return withExitCode(code, countVitest(file))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function countNextest({ code, output }) {
  const summary = /^\s*Summary .*$/m.exec(output)?.[0] ?? ''
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0)
  const failed = number('failed') + number('timed out') + number('exec failed')
  return withExitCode(code, { passed: number('passed'), failed })
}

function countLibtest({ code, output }) {
  const count = { passed: 0, failed: 0 }
  for (const [, passed, failed] of output.matchAll(/^test result: .*? (\d+) passed; (\d+) failed/gm)) {
    count.passed += Number(passed)
    count.failed += Number(failed)
  }
  return withExitCode(code, count)
}

function countVitest(file) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** A runner that failed without naming a failed test has failed all the same. */
function withExitCode(code, { passed, failed }) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}
