// One server that lives long, on a tree of 1,000,000 files: how long the first and a later Glob take, and how much memory the
// process has after each of many calls. It is flat when the last calls have no more than the first.
//
//   node benches/million.mjs [FOLDER]      a folder that is kept and used again; else a scratch folder
//
// SCENEWRIGHT_BENCH_SCALE=0.1 makes a tree of a tenth.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

import { ROOT, startTable } from './measure.mjs'
import { FEW, makeTree, RARE } from './trees.mjs'

const FILES = Math.ceil(1_000_000 * Number(process.env.SCENEWRIGHT_BENCH_SCALE ?? 1))
const ROUNDS = 10

const [given] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
const root = given ?? join(scratch, 'tree')
if (!existsSync(root)) {
  mkdirSync(root, { recursive: true })
  makeTree(root, FILES)
}

const transport = new StdioClientTransport({
  command: process.execPath,
  args: [join(ROOT, 'bin', 'scenewright'), 'files', '--root', root],
  env: { ...process.env, SCENEWRIGHT_STATE_DIR: join(scratch, 'state') },
  stderr: 'ignore',
})
const client = new Client({ name: 'scenewright-bench', version: '0.0.0' })
await client.connect(transport)

/** The memory of the server in MiB, now and at its highest. */
function memory() {
  const status = readFileSync(`/proc/${transport.pid}/status`, 'utf8')
  const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return [of('VmRSS'), of('VmHWM')]
}

const add = startTable(`One server, ${FILES.toLocaleString('en-US')} files`, ['', 'ms', 'MiB', 'at most'], [44, 8])
async function measure(title, name, args) {
  const startedAt = performance.now()
  const { content, isError } = await client.callTool({ name, arguments: args })
  if (isError) throw new Error(JSON.stringify(content))
  add([title, (performance.now() - startedAt).toFixed(0), ...memory().map(String)])
}
try {
  add(['at the start', '', ...memory().map(String)])
  for (let round = 1; round <= ROUNDS; round += 1) {
    await measure(`Glob **/*.ts, call ${round}`, 'Glob', { pattern: '**/*.ts' })
    await measure(`Glob **/${FEW}`, 'Glob', { pattern: `**/${FEW}` })
    if (round === 1 || round === ROUNDS) await measure('Grep of contents', 'Grep', { pattern: RARE })
  }
} finally {
  await client.close()
  rmSync(scratch, { recursive: true, force: true })
}
