// Helpers of all measurements: medians, scratch projects, a table.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Project } from '../index.mjs'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Runs something `rounds` times after one that does not count, and answers the median in milliseconds. */
export async function medianMs(rounds, once) {
  await once()
  const times = []
  for (let round = 0; round < rounds; round += 1) times.push(await timeMs(once))
  return median(times)
}

/**
 * The medians in milliseconds of several ways to do something, by their names. They take turns in every round, so that
 * each meets the same machine; the first round does not count.
 *
 * @template {string} Name
 * @param {number} rounds
 * @param {Record<Name, (round: number) => unknown>} ways
 * @returns {Promise<Record<Name, number>>}
 */
export async function mediansInTurn(rounds, ways) {
  const names = /** @type {Name[]} */ (Object.keys(ways))
  const times = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, all] of times) {
      const time = await timeMs(() => ways[name](round))
      if (round > 0) all.push(time)
    }
  }
  const medians = [...times].map(([name, all]) => [name, median(all)])
  return /** @type {Record<Name, number>} */ (Object.fromEntries(medians))
}

/** How long something takes, in milliseconds. */
export async function timeMs(once) {
  const startedAt = performance.now()
  await once()
  return performance.now() - startedAt
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * The milliseconds that one more call costs in a script: the difference between scripts with one and with `1 + more` calls, so that
 * the start of a run does not count. With what the last run printed.
 */
export async function costOfOneMore(scriptOf, rounds, more) {
  /** @type {readonly string[]} */
  let logs = []
  const timeOf = (times) =>
    withProject({ main: scriptOf(times) }, async (project) => {
      const runs = []
      for (let round = 0; round <= rounds; round += 1) {
        const result = must(await project.run(), 'committed')
        if (round > 0) runs.push(result.timings.runMs)
        logs = result.logs
      }
      return median(runs)
    })
  const [one, several] = [await timeOf(1), await timeOf(1 + more)]
  return { ms: (several - one) / more, logs }
}

/**
 * Opens a project in a scratch folder: of one main file, or a copy of an example. It is gone when `use` is done, which
 * gets the project, and how long it took to open.
 *
 * @template Value
 * @param {{ main?: string, example?: string }} source
 * @param {(project: Project, openMs: number) => Promise<Value> | Value} use
 */
export async function withProject({ main = '', example }, use, limitMs = 60_000) {
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
  if (example) cpSync(join(ROOT, 'examples', example), dir, { recursive: true })
  else writeFileSync(join(dir, 'scene.code.js'), main)
  mkdirSync(join(dir, 'modules'), { recursive: true })
  const startedAt = performance.now()
  const project = await Project.open({ root: dir, limits: { timeMs: limitMs } })
  const openMs = performance.now() - startedAt
  try {
    return await use(project, openMs)
  } finally {
    await project.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * The result, when it is what was expected.
 *
 * @template {{ status: string }} Result
 * @template {Result['status']} Status
 * @param {Result} result
 * @param {Status} status
 */
export function must(result, status) {
  if (result.status === status) return /** @type {Extract<Result, { status: Status }>} */ (result)
  throw new Error(`Expected ${status}, got ${result.status}: ${JSON.stringify(result)}`)
}

/** A table whose rows are written as they come: the first cell in a column of its own width, the others to the right. */
export function startTable(title, head, [first, others]) {
  const add = (row) => {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(first) : cell.padStart(others)))
    process.stdout.write(`  ${cells.join('   ')}\n`)
  }
  process.stdout.write(`\n${title}\n`)
  add(head)
  return add
}

/** Rows of cells in columns: the first to the left, the others to the right. */
export function printTable(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('   ')
  process.stdout.write(`\n${title}\n${rows.map((row) => `  ${line(row)}\n`).join('')}`)
}

export const ms = (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`
