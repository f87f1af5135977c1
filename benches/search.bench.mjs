// `Workspace.grep` beside ripgrep on random patterns: `patterns.txt`, which the generator of the comparison in the tests of
// the search wrote. Files, counts and lines of every pattern are compared before its times count: one difference ends the
// measurement. A time of ours is from the call to its answer, all pages of it; one of ripgrep's, that of a process whose
// output is collected.
//
// SCENEWRIGHT_BENCH_PATTERNS=20 takes the first ones alone, SCENEWRIGHT_BENCH_SCALE=0.1 makes the folder smaller.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Workspace } from '../index.mjs'
import { median, ms, must, printTable } from './measure.mjs'
import { makeTree } from './trees.mjs'

const FILES = Math.ceil(2_000 * Number(process.env.SCENEWRIGHT_BENCH_SCALE ?? 1))
const PATTERNS = readFileSync(new URL('patterns.txt', import.meta.url), 'utf8')
  .split('\n')
  .slice(0, -1)
const COUNT = Math.min(PATTERNS.length, Number(process.env.SCENEWRIGHT_BENCH_PATTERNS ?? PATTERNS.length))

/** The words that the patterns are made for. */
const WORDS = [
  'gear',
  'Gear',
  'box',
  'foo_bar',
  'x1',
  '42',
  'größe',
  '바퀴',
  'é',
  'a.b',
  'f(x)',
  'TODO',
  '\t',
  '-->',
  '"q"',
]

/** `ripgrep 13.0.0`, or nothing where there is none. */
const RIPGREP = spawnSync('rg', ['--version'], { encoding: 'utf8' }).stdout?.split('\n')[0]

/** The rows of ripgrep, the names before a NUL. */
function ripgrep(cwd, pattern, flags) {
  const always = ['--no-config', '--no-heading', '--with-filename', '--color=never', '--null', '--smart-case']
  return new Promise((resolve, reject) => {
    const child = spawn('rg', [...always, ...flags, '-e', pattern, '.'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === null || code > 1) return reject(new Error(`ripgrep refused ${pattern}`))
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
  })
}

/**
 * All pages of an answer.
 *
 * @param {Workspace} workspace
 * @param {Parameters<Workspace['grep']>[0]} args
 */
async function pages(workspace, args) {
  const found = []
  for (let offset = /** @type {number | undefined} */ (0); offset !== undefined; ) {
    const page = must(await workspace.grep({ ...args, limit: 0, offset }), 'ok')
    found.push(page)
    offset = page.nextOffset
  }
  return found
}

const split = (text, end) => text.split(end).slice(0, -1)

/** @typedef {Extract<import('../index.mjs').FileGrepResult, { ok: true }>} Page */

/**
 * The three answers to a pattern: how each program is asked, and what its answer says, to be compared.
 *
 * @type {{
 *   name: string,
 *   mode: Page['outputMode'],
 *   flags: string[],
 *   rowsOfOurs: (found: Page[]) => string[],
 *   rowsOfOther: (text: string) => string[],
 * }[]}
 */
const WAYS = [
  {
    name: 'files (rg -l)',
    mode: 'files_with_matches',
    flags: ['-l'],
    rowsOfOurs: (found) => found.flatMap(({ paths }) => paths),
    rowsOfOther: (text) => split(text, '\0'),
  },
  {
    name: 'counts (rg -c)',
    mode: 'count',
    flags: ['-c'],
    rowsOfOurs: (found) => found.flatMap(({ paths, counts = [] }) => paths.map((path, at) => `${path}\0${counts[at]}`)),
    rowsOfOther: (text) => split(text, '\n'),
  },
  {
    name: 'lines (rg -n)',
    mode: 'content',
    flags: ['-n'],
    rowsOfOurs: (found) =>
      found.flatMap(({ lines = [] }) => lines.map(({ path, line, text }) => `${path}\0${line}:${text}`)),
    rowsOfOther: (text) => split(text, '\n'),
  },
]

function requireSame(what, ours, other) {
  const [one, two] = [ours, other.map((row) => row.replace(/^\.\//, ''))].map((rows) => [...rows].sort())
  const at = one.findIndex((row, index) => row !== two[index])
  if (at < 0 && one.length === two.length) return
  const place = at < 0 ? one.length : at
  throw new Error(`${what} differs from ripgrep: ${JSON.stringify(one[place])} and ${JSON.stringify(two[place])}`)
}

/**
 * @param {string} root
 * @param {Workspace} workspace
 */
async function besideRipgrep(root, workspace) {
  const times = WAYS.map(() => ({ ours: /** @type {number[]} */ ([]), other: /** @type {number[]} */ ([]), rows: 0 }))
  for (const pattern of PATTERNS.slice(0, COUNT)) {
    for (const [index, { mode, flags, name, rowsOfOurs, rowsOfOther }] of WAYS.entries()) {
      const timed = async (work) => {
        const startedAt = performance.now()
        return [await work(), performance.now() - startedAt]
      }
      const [found, ours] = await timed(() => pages(workspace, { pattern, outputMode: mode }))
      const [text, other] = await timed(() => ripgrep(root, pattern, flags))
      const rows = rowsOfOurs(found)
      requireSame(`${name} of ${JSON.stringify(pattern)}`, rows, rowsOfOther(text))
      times[index].ours.push(ours)
      times[index].other.push(other)
      times[index].rows += rows.length
    }
  }
  const sum = (values) => values.reduce((total, value) => total + value, 0)
  const rows = WAYS.flatMap(({ name }, index) => {
    const { ours, other, rows: count } = times[index]
    const row = (what, one, two) => [what, ms(one), ms(two), `${(one / two).toFixed(2)} x`]
    return [
      row(`${name}: all ${COUNT} patterns, ${count.toLocaleString('en-US')} rows`, sum(ours), sum(other)),
      row(`${name}: median of a pattern`, median(ours), median(other)),
    ]
  })
  const header = [`${COUNT} random patterns in ${FILES.toLocaleString('en-US')} files, all answers equal`]
  printTable(`Beside ${RIPGREP}, pattern by pattern`, [[...header, 'ours', 'ripgrep', 'ratio'], ...rows])
}

if (!RIPGREP) {
  process.stdout.write(
    '\nRandom patterns beside ripgrep: skipped, there is no rg. Install the package ripgrep to have these cases.\n',
  )
} else {
  const scratch = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
  try {
    const root = join(scratch, 'searched')
    makeTree(root, FILES)
    mkdirSync(join(root, 'words'))
    for (let file = 0; file < FILES / 20; file += 1) {
      const line = (number) =>
        WORDS.map((_, at) => WORDS[(file * 7 + number * 5 + at * 3) % WORDS.length]).join(' ,'[number % 2])
      writeFileSync(
        join(root, 'words', `words${file}.txt`),
        Array.from({ length: 20 }, (_, at) => `${line(at)}\n`).join(''),
      )
    }
    const workspace = await Workspace.open({ root, historyDir: join(scratch, 'state') })
    try {
      await besideRipgrep(root, workspace)
    } finally {
      await workspace.close()
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
