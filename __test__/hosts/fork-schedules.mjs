// Random schedules of work in four forks and under two guards, against a model that knows each file of each side. A process of its own,
// so that thousands run without a test runner; in memory they take some hundredths of a second each.
//
//   TMPDIR=/dev/shm node __test__/hosts/fork-schedules.mjs FIRST_SEED COUNT
import { strict as assert } from 'node:assert'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Workspace } from '../../index.mjs'
import { runSchedules, seededRandom } from './schedules.mjs'

const TEN = Array.from({ length: 10 }, (_, number) => `line ${number + 1}\n`)

console.log(await runSchedules(schedule))

/** The contents of a file; nothing if it is missing. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A merge of lines that are only ever replaced: each line comes from the side that changed it. */
function mergedLines(base, ours, theirs) {
  const changed = (side) => side.map((line, number) => line !== base[number])
  const [left, right] = [changed(ours), changed(theirs)]
  // Runs of changed lines that meet must be alike.
  const lines = []
  for (let at = 0; at < base.length; ) {
    let end = at
    while (end < base.length && (left[end] || right[end])) end += 1
    const [mine, other, old] = [ours, theirs, base].map((side) => side.slice(at, end).join(''))
    if (mine === other || other === old) lines.push(...ours.slice(at, end))
    else if (mine === old) lines.push(...theirs.slice(at, end))
    else return undefined
    if (end === at) {
      lines.push(base[at])
      end += 1
    }
    at = end
  }
  return lines
}

/** Four forks and two guards in a random order, against a model that knows each file of each side. */
async function schedule(seed) {
  const random = seededRandom(seed)
  const pick = (count) => Math.floor(random() * count)
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-'))
  const [root, historyDir] = [join(folder, 'root'), join(folder, 'history')]
  mkdirSync(root)
  const names = ['d0/f0', 'd0/f1', 'd1/f2', 'd1/f3']
  const write = (at, files) => {
    for (const name of names) {
      const lines = files.get(name)
      if (lines === undefined) rmSync(join(at, name), { force: true })
      else if (textOf(join(at, name)) !== lines.join('')) {
        mkdirSync(join(at, name, '..'), { recursive: true })
        writeFileSync(join(at, name), lines.join(''))
      }
    }
  }
  const here = new Map(names.slice(0, 3).map((name) => [name, TEN]))
  for (const folder of ['d0', 'd1']) mkdirSync(join(root, folder))
  write(root, here)
  let counter = 0
  const scribble = (files) => {
    for (let count = 1 + pick(3); count > 0; count -= 1) {
      const name = names[pick(names.length)]
      const lines = files.get(name)
      counter += 1
      if (lines === undefined)
        files.set(
          name,
          TEN.map((_, number) => `made ${counter} ${number}\n`),
        )
      else if (random() < 0.12) files.delete(name)
      else
        files.set(
          name,
          lines.map((line, number) => (number === pick(10) ? `${seed} ${counter} ${number}\n` : line)),
        )
    }
  }
  const same = (left, right) => left?.join('') === right?.join('')
  const options = { historyDir, durability: /** @type {const} */ ('fast') }
  const sessions = [await Workspace.open({ root, ...options }), await Workspace.open({ root, ...options })]
  /** @type {Map<string, { root: string, workspace: Workspace, [more: string]: any }>} */
  const forks = new Map()
  let last
  let guard
  try {
    for (let step = 0; step < 24; step += 1) {
      const session = sessions[pick(2)]
      const where = `seed ${seed}, step ${step}`
      const what = pick(9)
      const name = `fork${pick(4)}`
      const fork = forks.get(name)
      if (what === 0 || (what < 3 && fork === undefined)) {
        const made = await session.fork(name)
        if (fork !== undefined) {
          assert.equal(made.ok ? undefined : made.error.code, 'already_exists', where)
        } else {
          if (!made.ok) throw new Error(`${where}: ${made.error.message}`)
          const workspace = await Workspace.open({ root: made.fork.root, ...options })
          forks.set(name, {
            root: made.fork.root,
            files: new Map(here),
            base: new Map(here),
            before: new Map(here),
            workspace,
          })
        }
      } else if (what < 3 && fork !== undefined) {
        // Within a guard of the fork, or by hand.
        scribble(fork.files)
        if (random() < 0.5) write(fork.root, fork.files)
        else await fork.workspace.guard(() => write(fork.root, fork.files))
      } else if (what === 3) {
        scribble(here)
        write(root, here)
        last = undefined
      } else if (what === 4 && guard === undefined) {
        const taken = await session.snapshot()
        if (!taken.ok) throw new Error(`${where}: ${taken.error.message}`)
        guard = { id: taken.guardId, before: new Map(here) }
      } else if (what === 4 && guard !== undefined) {
        scribble(here)
        write(root, here)
        const adopted = await session.adopt({ guardId: guard.id })
        assert.ok(['committed', 'unchanged'].includes(adopted.status), where)
        guard = undefined
        last = undefined
      } else if (what === 5) {
        const before = new Map(here)
        const result = await session.guard(() => {
          scribble(here)
          write(root, here)
        })
        if (result.status === 'committed') last = { id: result.commitId, before, after: new Map(here) }
      } else if (what === 6 && last !== undefined) {
        const isLeft = names.every((each) => same(here.get(each), last.after.get(each)))
        if (!isLeft) continue
        const result = await session.undo({ commitId: last.id })
        assert.deepEqual([result.status, result.warnings], ['committed', []], where)
        for (const each of names) {
          const lines = last.before.get(each)
          if (lines === undefined) here.delete(each)
          else here.set(each, lines)
        }
        const merged = last.fork === undefined ? undefined : forks.get(last.fork)
        if (merged !== undefined && merged.commit === last.id) merged.base = merged.before
        last = undefined
      } else if (what === 7 && fork !== undefined && random() < 0.4) {
        await fork.workspace.close()
        assert.ok((await session.discard(name)).ok, where)
        assert.ok(!existsSync(fork.root), where)
        forks.delete(name)
      } else if (fork !== undefined) {
        const wanted = new Map(here)
        let conflicts = 0
        for (const each of names) {
          const [base, ours, theirs] = [fork.base.get(each), here.get(each), fork.files.get(each)]
          if (same(base, theirs) || same(ours, theirs)) continue
          if (same(base, ours)) {
            if (theirs === undefined) wanted.delete(each)
            else wanted.set(each, theirs)
            continue
          }
          const lines = base && ours && theirs ? mergedLines(base, ours, theirs) : undefined
          if (lines === undefined) conflicts += 1
          else wanted.set(each, lines)
        }
        const result = await session.merge(name)
        if (conflicts > 0) {
          if (result.ok || !('conflicts' in result) || !result.conflicts)
            throw new Error(`${where}: ${JSON.stringify(result)}`)
          assert.deepEqual([result.status, result.error.code], ['refused', 'conflict'], where)
          assert.equal(new Set(result.conflicts.map(({ path }) => path)).size, conflicts, where)
        } else {
          const isChanged = names.some((each) => !same(here.get(each), wanted.get(each)))
          assert.equal(result.status, isChanged ? 'committed' : 'unchanged', `${where}: ${JSON.stringify(result)}`)
          if (result.status === 'committed') {
            last = { id: result.commitId, before: new Map(here), after: new Map(wanted), fork: name }
            Object.assign(fork, { before: fork.base, base: new Map(fork.files), commit: result.commitId })
            for (const each of names) {
              const lines = wanted.get(each)
              if (lines === undefined) here.delete(each)
              else here.set(each, lines)
            }
          }
        }
      }
      for (const [at, files] of [[root, here], ...[...forks.values()].map((it) => [it.root, it.files])]) {
        const found = names.map((each) => textOf(join(at, each)))
        assert.deepEqual(
          found,
          names.map((each) => files.get(each)?.join('')),
          `${where}, ${at}`,
        )
      }
    }
    const listed = await sessions[0].forks()
    if (!listed.ok) throw new Error(`seed ${seed}: ${listed.error.message}`)
    assert.deepEqual(listed.forks.map((it) => it.name).sort(), [...forks.keys()].sort(), `seed ${seed}`)
  } finally {
    for (const { workspace } of forks.values()) await workspace.close()
    for (const session of sessions) await session.close()
    rmSync(folder, { recursive: true })
  }
}
