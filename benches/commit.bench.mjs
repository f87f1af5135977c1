// Transactions of a workspace: what a commit costs beside writing files without one, what its history costs, and how
// long it takes to open a large one and to recover.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

import { Workspace } from '../index.mjs'
import { median, ms, must, printTable, ROOT, timeMs } from './measure.mjs'

const SMALL_FILE = 2_000
const ROUNDS = { 1: 200, 20: 50 }

const scratch = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
const folder = () => mkdtempSync(join(scratch, 'f-'))

/** Text as sources have it: a different one for each number. */
function sourceText(bytes, number) {
  let text = `// version ${number}\n`
  for (let line = 0; text.length < bytes; line += 1)
    text += `const value${line} = compute(${(line * 7919 + number) % 10_007})\n`
  return text.slice(0, bytes)
}

/**
 * A workspace on the given folder, or on a new one.
 *
 * @template Value
 * @param {'fsync' | 'fast'} durability
 * @param {(opened: { workspace: Workspace, root: string, historyDir: string }) => Promise<Value>} use
 */
async function withWorkspace(durability, use, root = folder(), historyDir = folder()) {
  const workspace = await Workspace.open({ root, historyDir, durability })
  try {
    return await use({ workspace, root, historyDir })
  } finally {
    await workspace.close()
  }
}

/**
 * @param {Workspace} workspace
 * @param {readonly [path: string, text: string][]} files
 */
async function write(workspace, files) {
  const result = await workspace.transaction(async (tx) => {
    for (const [path, text] of files) must(await tx.write({ path, text }), 'staged')
  })
  return must(result, 'committed')
}

/** All ways to write the same files, one after the other in every round, so that each meets the same disk. */
async function commitRow(count) {
  return withWorkspace('fsync', (synced) =>
    withWorkspace('fast', async (fast) => {
      const root = folder()
      const each = (files, way) => Promise.all(files.map(([path, content]) => way(join(root, path), content)))
      const ways = {
        'transaction, fsync': (files) => write(synced.workspace, files),
        'transaction, fast': (files) => write(fast.workspace, files),
        'write-file-atomic': (files) => each(files, writeFileAtomic),
        'fs.writeFile': (files) => each(files, writeFile),
      }
      const times = Object.fromEntries(Object.keys(ways).map((name) => [name, /** @type {number[]} */ ([])]))
      for (let round = 0; round <= ROUNDS[count]; round += 1) {
        /** @type {[path: string, text: string][]} */
        const files = Array.from({ length: count }, (_, n) => [
          `file${n}.ts`,
          sourceText(SMALL_FILE, round * count + n),
        ])
        for (const name of Object.keys(ways)) times[name].push(await timeMs(() => ways[name](files)))
      }
      // The first round makes the files and does not count.
      const medians = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all.slice(1))]))
      const ratio = (name) => `${(medians[name] / medians['write-file-atomic']).toFixed(2)} x`
      return Object.keys(ways).map((name) => [name, `${count}`, ms(medians[name]), ratio(name)])
    }),
  )
}

const journalBytes = (historyDir) => statSync(join(historyDir, readdirSync(historyDir)[0], 'journal')).size

async function historyCost() {
  const rows = [['2 kB changed in a file of 100 kB', 'commit', 'journal a commit']]
  const texts = [1, 2].map((n) => `const changed = ${n}\n`.repeat(SMALL_FILE / 20))
  for (const durability of /** @type {const} */ (['fsync', 'fast'])) {
    const rest = sourceText(98_000, 0)
    await withWorkspace(durability, async ({ workspace, root, historyDir }) => {
      const times = []
      writeFileSync(join(root, 'large.ts'), `${texts[0]}${rest}`)
      await write(workspace, [['first.ts', 'x']])
      const before = journalBytes(historyDir)
      const rounds = 50
      for (let round = 0; round < rounds; round += 1) {
        const [first, second] = [texts[0], `${texts[1]}// ${round}\n`]
        const change = (oldText, newText) =>
          workspace.transaction(
            async (tx) => void must(await tx.edit({ path: 'large.ts', oldText, newText }), 'staged'),
          )
        times.push(await timeMs(async () => must(await change(first, second), 'committed')))
        times.push(await timeMs(async () => must(await change(second, first), 'committed')))
      }
      const bytes = (journalBytes(historyDir) - before) / (2 * rounds)
      rows.push([durability, ms(median(times)), `${(bytes / 1000).toFixed(1)} kB`])
    })
  }
  return rows
}

async function largeHistory() {
  const size = 64 * 1024
  const root = folder()
  const state = folder()
  let commits = 0
  const content = () => randomBytes((size * 3) / 4).toString('base64')
  await withWorkspace(
    'fast',
    async ({ workspace, historyDir }) => {
      await write(workspace, [['a.txt', content()]])
      // Text of 6 bits a byte is kept in three quarters of its size.
      while (journalBytes(historyDir) < 63 * 2 ** 20) {
        await write(workspace, [['a.txt', content()]])
        commits += 1
      }
    },
    root,
    state,
  )
  const held = readFileSync(join(root, 'a.txt'), 'utf8')
  const times = { open: /** @type {number[]} */ ([]), recover: /** @type {number[]} */ ([]) }
  // Every copy of the state folder is one that this process has not seen.
  for (let round = 0; round < 5; round += 1) {
    const copy = folder()
    cpSync(state, copy, { recursive: true })
    const first = () =>
      withWorkspace('fsync', async ({ workspace }) => must(await workspace.history(), 'ok'), root, copy)
    times.open.push(await timeMs(first))
    const interrupted = folder()
    cpSync(state, interrupted, { recursive: true })
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [n === 0 ? 'a.txt' : `new/${n}.ts`, sourceText(SMALL_FILE, n)]),
    )
    const argument = JSON.stringify({ options: { root, historyDir: interrupted }, files })
    spawnSync(process.execPath, [join(ROOT, 'benches', 'interrupted.mjs'), argument])
    if (readFileSync(join(root, 'a.txt'), 'utf8') === held) throw new Error('The transaction was not in place.')
    const recover = () =>
      withWorkspace('fsync', async ({ workspace }) => must(await workspace.history(), 'ok'), root, interrupted)
    times.recover.push(await timeMs(recover))
    if (readFileSync(join(root, 'a.txt'), 'utf8') !== held) throw new Error('The transaction was not put back.')
  }
  return [
    [`a journal of ${(journalBytes(state) / 2 ** 20).toFixed(0)} MiB, ${commits} transactions`, 'median'],
    ['open, and the first history()', ms(median(times.open))],
    ['the same, and 20 files of a dead process put back', ms(median(times.recover))],
  ]
}

try {
  const rows = [['files of 2 kB, written by', 'files', 'median', 'to write-file-atomic']]
  for (const count of [1, 20]) rows.push(...(await commitRow(count)))
  printTable('One commit (write-file-atomic syncs each file, and no folder)', rows)
  printTable('The history of a commit', await historyCost())
  printTable('A large history', await largeHistory())
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
