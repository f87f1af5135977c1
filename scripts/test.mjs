// `npm test`: all set-up, then every test, and at the very end one line that counts them all.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { buildTypeScript, provideNative } from './build.mjs'
import { prepareRust, setUp } from './setup.mjs'
import { has, main, ROOT, run, runPackageProgram, printStep } from './support.mjs'

/** Tests are shown as they run, and their summary is read. */
const SHOWN = { tee: true, check: false }

await main(async () => {
  await setUp()
  await provideNative()
  await prepareRust()
  await buildTypeScript()
  const counts = [await testRust(), await testNode()]
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  // Far below the output of the tests that failed, where a reader who looks at the end of a log finds them.
  for (const { names } of counts) for (const name of names) process.stdout.write(`failed: ${name}\n`)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
})

/** Unit and integration tests of the crates. */
async function testRust() {
  printStep('Rust tests')
  const nextest = has('cargo', ['nextest', '--version'])
  return nextest
    ? countNextest(await run('cargo', ['nextest', 'run', '--workspace', '--no-fail-fast', '--color=never'], SHOWN))
    : countLibtest(await run('cargo', ['test', '--workspace', '--no-fail-fast'], SHOWN))
}

/** The tests of the package through its public API. Their type tests check all TypeScript except that of the page. */
async function testNode() {
  printStep('Node tests')
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
  // After the summary each failed test is listed once more: `FAIL [ 1.234s] (3/9) crate::binary module::name`.
  const listed = output.slice(output.indexOf(summary)).matchAll(/^\s+[A-Z][A-Z-]* \[.*?\] (?:\(.*?\) )?(.+)$/gm)
  const names = [...new Set([...listed].map(([, name]) => name))]
  return withExitCode(code, { passed: number('passed'), failed, names })
}

function countLibtest({ code, output }) {
  const count = { passed: 0, failed: 0, names: /** @type {string[]} */ ([]) }
  for (const [, name] of output.matchAll(/^test (.+) \.\.\. FAILED$/gm)) count.names.push(name)
  for (const [, passed, failed] of output.matchAll(/^test result: .*? (\d+) passed; (\d+) failed/gm)) {
    count.passed += Number(passed)
    count.failed += Number(failed)
  }
  return withExitCode(code, count)
}

function countVitest(file) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    const names = testResults.flatMap(({ name, status, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
      const within = status === 'failed' && tests.length === 0 ? ['the file itself'] : tests
      return within.map((test) => `${relative(ROOT, name)}: ${test}`)
    })
    return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites, names }
  } catch {
    return { passed: 0, failed: 1, names: ['the Node tests, which left no report'] }
  }
}

/** A runner that failed without naming a failed test has still failed. */
function withExitCode(code, { passed, failed, names }) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, names }
}
