// Guards and forks: the first snapshot of a tree, later guards beside the command alone, forks and merges, the store beside the
// tree and `git stash -u`.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Workspace } from '../index.mjs'
import { median, ms, must, printTable, ROOT, timeMs } from './measure.mjs'

const FILES = Number(process.env.GUARD_FILES ?? 20_000)
const BYTES = 200_000_000
const ROUNDS = 15

/** A folder on the file system that is measured: one that shares blocks, for example. */
const scratch = mkdtempSync(join(process.env.GUARD_DIR ?? tmpdir(), 'scenewright-bench-'))
const [root, stateDir, bare] = ['tree', 'state', 'bare'].map((name) => join(scratch, name))

/** Text as sources have it: runs of lines of this repository's own, in sizes as sources have them. */
function fill(folder) {
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const lines = []
  for (const dir of ['ts', 'mcp', 'crates/scene/src', 'crates/journal/src', 'crates/text/src']) {
    for (const entry of readdirSync(join(ROOT, dir), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) lines.push(...readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))
    }
  }
  for (let number = 0; number < FILES; number += 1) {
    const dir = join(folder, `package${number % 40}`, `src${number % 23}`)
    if (number < 920) mkdirSync(dir, { recursive: true })
    const size = (BYTES / FILES) * (0.2 + 1.6 * random())
    let text = `// ${number}\n`
    while (text.length < size) {
      const at = Math.floor(random() * lines.length)
      text += `${lines.slice(at, at + 12).join('\n')}\n`
    }
    writeFileSync(join(dir, `file${number}.ts`), text)
  }
}

function sizeOf(folder) {
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
  }
  return bytes
}

const git = (...args) => {
  const run = spawnSync('git', ['-c', 'gc.auto=0', '-c', 'user.name=a', '-c', 'user.email=b@c', ...args], { cwd: bare })
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
}

const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

fill(root)
// The second snapshot reads files that were just written again; people have trees at rest.
await new Promise((resolve) => setTimeout(resolve, 300))
const treeBytes = sizeOf(root)
const workspace = await Workspace.open({ root, historyDir: stateDir })
try {
  const first = await timeMs(async () => must(await workspace.snapshot(), 'ok'))
  must(await workspace.adopt(), 'unchanged')
  const line = `echo '// more' >> package1/src1/file1.ts`
  const alone = []
  const guarded = []
  const undone = []
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await timeMs(() => spawnSync(line, { cwd: root, shell: true })))
    guarded.push(await timeMs(async () => must(await workspace.guard(line, { cwd: root }), 'committed')))
    undone.push(await timeMs(async () => must(await workspace.undo(), 'committed')))
  }
  const cli = []
  const program = join(ROOT, 'bin', 'scenewright')
  for (let round = 0; round < 5; round += 1) {
    const env = { ...process.env, SCENEWRIGHT_STATE_DIR: stateDir }
    cli.push(await timeMs(() => spawnSync(process.execPath, [program, 'guard', root, '--', line], { cwd: root, env })))
  }
  const storeBytes = sizeOf(stateDir)

  const forked = []
  const merged = []
  const discarded = []
  let shares = false
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now()
    const { fork } = must(await workspace.fork('bench'), 'ok')
    forked.push(performance.now() - startedAt)
    shares = fork.sharesBlocks
    appendFileSync(join(fork.root, 'package2/src2/file2.ts'), '// more\n')
    merged.push(await timeMs(async () => must(await workspace.merge('bench'), 'committed')))
    discarded.push(await timeMs(async () => must(await workspace.discard('bench'), 'ok')))
  }
  const copied = []
  for (let round = 0; round < 3; round += 1) {
    const copy = join(scratch, 'copy')
    copied.push(await timeMs(() => spawnSync('cp', ['-a', root, copy])))
    rmSync(copy, { recursive: true })
  }

  cpSync(root, bare, { recursive: true })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'all')
  const stashed = []
  for (let round = 0; round < 5; round += 1) {
    appendFileSync(join(bare, 'package1/src1/file1.ts'), '// more\n')
    stashed.push(await timeMs(() => git('stash', '-qu')))
    git('stash', 'drop', '-q')
  }
  printTable(`a tree of ${FILES} files, ${mb(treeBytes)}`, [
    ['first snapshot', ms(first)],
    ['the command alone', ms(median(alone))],
    ['the command guarded', ms(median(guarded))],
    ['a guard over the command', ms(median(guarded) - median(alone))],
    ['its undo', ms(median(undone))],
    ['scenewright guard, in whole', ms(median(cli))],
    ['git stash -u', ms(median(stashed))],
    [`a fork (${shares ? 'shared blocks' : 'copied'})`, ms(median(forked))],
    ['its merge', ms(median(merged))],
    ['its discard', ms(median(discarded))],
    ['cp -a of the same', ms(median(copied))],
    ['store', `${mb(storeBytes)}, ${(storeBytes / treeBytes).toFixed(2)} of the tree`],
    ['.git of the same', mb(sizeOf(join(bare, '.git')))],
  ])
} finally {
  await workspace.close()
  rmSync(scratch, { recursive: true })
}
