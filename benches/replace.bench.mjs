// `replace_all` in large files: time and peak memory, beside `String.replaceAll` of Node, which reads the file, replaces
// and writes it in the same run. Ours also answers a patch and a snippet, keeps the history for undo, and syncs.
//
// Every case is a process of its own. A peak is what the process had resident at most during the call, without what it
// had before. Files of up to 64 MiB are changed (`limits.fileBytes`); what would be larger is refused before it is made.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { printTable } from './measure.mjs'

const MB = 1_000_000
/** The most that a call may take, for each MB of the file. */
const MAX_SECONDS_A_MB = 0.1
/** The most memory that a call may take, in sizes of the file. */
const MAX_SIZES = 8

const CASES = {
  'code, a word in every line': {
    unit: "const value = compute(1234567, 'some text here')\n",
    from: 'some',
    to: 'other',
  },
  'line ends, each doubled': { unit: '\n', from: '\n', to: '\n\n' },
  'line ends of CRLF, each doubled': { unit: '\r\n', from: '\n', to: '\n\n' },
  'one line, every letter': { unit: 'a', from: 'a', to: 'b' },
}

const WAYS = {
  async ours(path, { from, to }, folder) {
    const { Workspace } = await import('../index.mjs')
    const workspace = await Workspace.open({ root: folder, historyDir: `${folder}-state`, readFirst: 'off' })
    // Code that is loaded once does not count, nor the room for the largest patch of an answer.
    await workspace.edit({ path: 'small.txt', oldText: 'x', newText: 'y', replaceAll: true })
    return async () => {
      const result = await workspace.edit({ path, oldText: from, newText: to, replaceAll: true })
      return result.ok ? undefined : result.error.code
    }
  },
  async peer(path, { from, to }) {
    return async () => {
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to))
    }
  },
}

/** In a process of its own: one case in a folder, and what it took as JSON. */
async function measure(way, name, folder) {
  const call = await WAYS[way](join(folder, 'large.txt'), CASES[name], folder)
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  const refused = await call()
  const seconds = (performance.now() - startedAt) / 1_000
  const bytes = process.resourceUsage().maxRSS * 1024 - before
  process.stdout.write(JSON.stringify({ seconds, bytes, refused }), () => process.exit())
}

/** The same, from here. */
function measureApart(way, name, megabytes) {
  const scratch = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
  try {
    const folder = join(scratch, 'root')
    mkdirSync(folder)
    writeFileSync(join(folder, 'small.txt'), 'x\n'.repeat(10_000))
    writeFileSync(join(folder, 'large.txt'), Buffer.alloc(megabytes * MB, CASES[name].unit))
    const args = [fileURLToPath(import.meta.url), way, name, folder]
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function compare() {
  const rows = [['replace_all in a file of', 'size', 'time', 'a MB', 'peak', 'of Node', 'time', 'peak', '']]
  for (const name of Object.keys(CASES)) {
    for (const size of [1, 10, 50]) {
      const [ours, peer] = Object.keys(WAYS).map((way) => measureApart(way, name, size))
      const sizes = ({ bytes }) => `${(bytes / (size * MB)).toFixed(1)} x`
      const isMet = ours.seconds <= MAX_SECONDS_A_MB * size && ours.bytes <= MAX_SIZES * size * MB
      rows.push([
        name,
        `${size} MB`,
        `${ours.seconds.toFixed(2)} s`,
        `${(ours.seconds / size).toFixed(3)} s`,
        sizes(ours),
        '',
        `${peer.seconds.toFixed(2)} s`,
        sizes(peer),
        ours.refused ?? (isMet ? 'met' : 'MISSED'),
      ])
    }
  }
  printTable(
    `replace_all, at most ${MAX_SECONDS_A_MB} s a MB and ${MAX_SIZES} x the file, beside String.replaceAll of Node ${process.version}`,
    rows,
  )
}

const [way, name, folder] = process.argv.slice(2)
await (way === undefined ? compare() : measure(way, name, folder))
