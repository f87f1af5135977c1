// The file tools beside programs that do the same work in the same run.
//
// - Over MCP: every server is a process, called by the same client; a time is from the call to its answer. Ours checks
//   what was read, keeps the history for undo, and syncs every edit; the other one renames and does neither.
// - In the library: `Workspace.grep` and `Workspace.glob` from the call to the answer, beside ripgrep as a process whose
//   output is collected, and beside packages that find files. Ours examines every file that it finds, to put the newest
//   first; the others only name them. All leave out the same files, and it is checked that they find the same number.
//
// A ratio is our time by the other's: under 1, ours is faster. SCENEWRIGHT_BENCH_SCALE=0.1 makes all trees smaller.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fastGlob from 'fast-glob'
import { glob as tinyGlob } from 'tinyglobby'

import { Workspace } from '../index.mjs'
import { mediansInTurn, ms, must, printTable } from './measure.mjs'
import { ours, peer, PEER_NAME } from './servers.mjs'
import { COMMON, FEW, makeTree, RARE } from './trees.mjs'

const SCALE = Number(process.env.SCENEWRIGHT_BENCH_SCALE ?? 1)
const SEARCHED = Math.ceil(20_000 * SCALE)
const LARGE = Math.ceil(100_000 * SCALE)
const ROUNDS = { call: 200, read: 30, search: 9, start: 9, large: 7 }

/** The most that our time may be of the other's. */
const TARGET = { call: 1.0, search: 0.1, ripgrep: 1.2, glob: 1 / 3 }

const scratch = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
const folder = (name) => {
  const path = join(scratch, name)
  mkdirSync(path, { recursive: true })
  return path
}
const number = (value) => value.toLocaleString('en-US')

/** One case: our time, the other's, what our time may be of it, and whether it is. */
function row(name, time, other, target) {
  const ratio = time / other
  const met = target === undefined ? ['', ''] : [`<= ${target.toFixed(2)} x`, ratio <= target ? 'met' : 'MISSED']
  return [name, ms(time), ms(other), `${ratio.toFixed(2)} x`, ...met]
}

function same(what, ...counts) {
  if (new Set(counts).size > 1) throw new Error(`${what}: not the same number of files: ${counts.join(', ')}`)
}

/** Lines as sources have them, of about 50 bytes. */
const lines = (count) =>
  Array.from({ length: count }, (_, line) => `const value${line} = compute(${(line * 7919) % 10_007}, 'some text')\n`)

async function overMcp() {
  const root = folder('mcp')
  const smallText = lines(1_000).join('').slice(0, 1_024)
  const all = lines(20_000)
  while (all.join('').length < 2 ** 20) all.push(...lines(500))
  writeFileSync(join(root, 'small.ts'), smallText)
  writeFileSync(join(root, 'large.ts'), all.join(''))
  const edited = lines(2_000)
  for (const name of ['ours', 'fast', 'peer']) writeFileSync(join(root, `${name}.ts`), edited.join(''))

  const servers = {
    ours: await ours(root, folder('state')),
    fast: await ours(root, folder('state-fast'), ['--durability', 'fast']),
    peer: await peer(root),
  }
  const rows = []
  try {
    const path = (name) => join(root, name)
    const small = await mediansInTurn(ROUNDS.call, {
      ours: () => servers.ours.call('Read', { file_path: path('small.ts') }),
      peer: () => servers.peer.call('read_text_file', { path: path('small.ts') }),
    })
    rows.push(row('read a file of 1 kB', small.ours, small.peer, TARGET.call))

    const first = await mediansInTurn(ROUNDS.read, {
      ours: () => servers.ours.call('Read', { file_path: path('large.ts'), limit: 1_200 }),
      peer: () => servers.peer.call('read_text_file', { path: path('large.ts'), head: 1_200 }),
    })
    rows.push(row('read the first 1,200 lines of 1 MB', first.ours, first.peer, TARGET.call))

    let calls = 0
    const pages = async () => {
      let offset = 1
      for (calls = 0; offset <= all.length; calls += 1) {
        const text = await servers.ours.call('Read', { file_path: path('large.ts'), offset, limit: 2_000 })
        const next = /read with offset (\d+)\.\)$/.exec(text)?.[1]
        offset = next === undefined ? all.length + 1 : Number(next)
      }
    }
    const whole = await mediansInTurn(ROUNDS.read, {
      ours: pages,
      peer: () => servers.peer.call('read_text_file', { path: path('large.ts') }),
    })
    // One answer of ours is never larger than a model can take.
    rows.push(row(`read all of 1 MB: ours in ${calls} calls, the other in 1`, whole.ours, whole.peer))

    const texts = [edited[1_000], edited[1_000].replace('some', 'other')]
    const turn = (round) => (round % 2 === 0 ? texts : [...texts].reverse())
    const editBy = (name) => async (round) => {
      const [old_string, new_string] = turn(round)
      await servers[name].call('Edit', { file_path: path(`${name}.ts`), old_string, new_string })
    }
    for (const name of ['ours', 'fast']) await servers[name].call('Read', { file_path: path(`${name}.ts`) })
    const edit = await mediansInTurn(ROUNDS.call, {
      ours: editBy('ours'),
      fast: editBy('fast'),
      peer: async (round) => {
        const [oldText, newText] = turn(round)
        await servers.peer.call('edit_file', { path: path('peer.ts'), edits: [{ oldText, newText }] })
      },
    })
    rows.push(row('edit a file of 2,000 lines, synced to disk', edit.ours, edit.peer, TARGET.call))
    rows.push(row('the same, --durability fast', edit.fast, edit.peer))
  } finally {
    for (const server of Object.values(servers)) await server.close()
  }
  rows.push(...(await searchOverMcp()), await startUp(root))
  printTable(`Over MCP, beside ${PEER_NAME}`, [['medians', 'ours', 'the other', 'ratio', 'target', ''], ...rows])
}

async function searchOverMcp() {
  const root = folder('searched')
  makeTree(root, SEARCHED)
  const [mine, other] = [await ours(root, folder('state-search')), await peer(root)]
  try {
    const pattern = `**/${FEW}`
    const named = async () => {
      const text = await other.call('search_files', { path: root, pattern, excludePatterns: ['**/made/**'] })
      return text.split('\n').length
    }
    const listed = async () => (await mine.call('Glob', { pattern })).split('\n').filter((line) => line.endsWith('.ts'))
    same('Glob over MCP', (await listed()).length, await named())
    const times = await mediansInTurn(ROUNDS.search, {
      glob: listed,
      grep: () => mine.call('Grep', { pattern: RARE }),
      peer: named,
    })
    const files = `in ${number(SEARCHED)} files`
    return [
      row(`Glob ${pattern} ${files}`, times.glob, times.peer, TARGET.search),
      row(`Grep of contents ${files}; the other: names alone`, times.grep, times.peer, TARGET.search),
    ]
  } finally {
    await mine.close()
    await other.close()
  }
}

async function startUp(root) {
  const toTools = async (starting) => {
    const server = await starting
    if ((await server.tools()).length < 8) throw new Error('Tools are missing.')
    return server
  }
  const state = folder('state-start')
  const started = []
  const times = await mediansInTurn(ROUNDS.start, {
    ours: async () => started.push(await toTools(ours(root, state))),
    peer: async () => started.push(await toTools(peer(root))),
  })
  for (const server of started) await server.close()
  return row('from the start to tools/list', times.ours, times.peer, TARGET.call)
}

/** Runs ripgrep as a program would, and answers how many lines it wrote. */
function ripgrep(cwd, args) {
  return new Promise((resolve, reject) => {
    const child = spawn('rg', ['--no-config', ...args], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', () => {
      const output = Buffer.concat(chunks)
      let count = 0
      for (let at = output.indexOf(10); at >= 0; at = output.indexOf(10, at + 1)) count += 1
      resolve(count)
    })
  })
}

/** `ripgrep 13.0.0`, or nothing where there is none. */
const RIPGREP = spawnSync('rg', ['--version'], { encoding: 'utf8' }).stdout?.split('\n')[0]

/**
 * @param {string} root
 * @param {Workspace} workspace
 */
async function besideRipgrep(root, workspace) {
  if (!RIPGREP) {
    process.stdout.write(
      '\nBeside ripgrep: skipped, there is no rg. Install the package ripgrep to have these cases.\n',
    )
    return
  }
  const grep = async (pattern, outputMode) => must(await workspace.grep({ pattern, outputMode }), 'ok')
  const glob = async () => must(await workspace.glob({ pattern: '**/*' }), 'ok')
  const cases = [
    {
      name: `files with a rare word (rg -l)`,
      ours: () => grep(RARE, 'files_with_matches'),
      other: () => ripgrep(root, ['--smart-case', '-l', RARE]),
    },
    {
      name: `lines with a common word (rg -n); ours answers those of the 100 newest files`,
      ours: () => grep(COMMON, 'content'),
      other: () => ripgrep(root, ['--smart-case', '-n', COMMON]),
    },
    {
      name: `all files (rg --files); ours puts the newest first`,
      ours: glob,
      other: () => ripgrep(root, ['--files']),
    },
    {
      name: `all files, the newest first (rg --files --sortr modified)`,
      ours: glob,
      other: () => ripgrep(root, ['--files', '--sortr', 'modified']),
    },
  ]
  const rows = []
  for (const { name, ours: mine, other } of cases) {
    same(name, (await mine()).total, await other())
    const times = await mediansInTurn(ROUNDS.large, { mine, other })
    rows.push(row(name, times.mine, times.other, TARGET.ripgrep))
  }
  const header = [`${number(LARGE)} files, in the page cache; medians`, 'ours', 'ripgrep', 'ratio', 'target', '']
  printTable(`Beside ${RIPGREP}`, [header, ...rows])
}

/**
 * @param {string} root
 * @param {Workspace} workspace
 */
async function besidePackages(root, workspace) {
  const pattern = '**/*.ts'
  // These packages know nothing of .gitignore.
  const mine = async () => must(await workspace.glob({ pattern, noIgnore: true }), 'ok').total
  /** @type {Record<string, () => Promise<number>>} */
  const ways = {
    mine,
    fast: async () => (await fastGlob(pattern, { cwd: root })).length,
    tiny: async () => (await tinyGlob(pattern, { cwd: root })).length,
    // How fast it can be on this machine.
    ...(RIPGREP && { ripgrep: () => ripgrep(root, ['--files', '--no-ignore', '--glob', pattern, '--glob', '!.*']) }),
  }
  const counts = []
  for (const count of Object.values(ways)) counts.push(await count())
  same(pattern, ...counts)
  const times = await mediansInTurn(ROUNDS.large, ways)
  printTable('Beside packages that find files; ours puts the newest first', [
    [`${pattern} in ${number(LARGE)} files, medians`, 'ours', 'the other', 'ratio', 'target', ''],
    row('fast-glob', times.mine, times.fast, TARGET.glob),
    row('tinyglobby', times.mine, times.tiny, TARGET.glob),
    ...(RIPGREP ? [row('rg --files --no-ignore --glob', times.mine, times.ripgrep)] : []),
  ])
}

try {
  await overMcp()
  const root = folder('large')
  makeTree(root, LARGE)
  const workspace = await Workspace.open({ root, historyDir: folder('state-large') })
  try {
    await besideRipgrep(root, workspace)
    await besidePackages(root, workspace)
  } finally {
    await workspace.close()
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
