// Random schedules of tools, guarded commands, adopts, forks, merges, undos and redos over trees of files, folders, links and odd
// names. A walk of its own compares bytes, modes, links and names with a model after each step. A process of its own, so that thousands
// run without a test runner.
//
//   TMPDIR=/dev/shm node __test__/hosts/undo-schedules.mjs FIRST_SEED COUNT
import { strict as assert } from 'node:assert'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Workspace } from '../../index.mjs'
import { runSchedules, seededRandom } from './schedules.mjs'

const done = new Map()

/** @typedef {{ facts: string, group: string, isFolder: boolean }} Seen */

/** Everything in a folder by its name, whose bytes are written as Latin-1: kind, mode, bytes or target; and which names are one file. */
function walk(/** @type {string} */ root) {
  /** @type {Map<string, Seen>} */
  const seen = new Map()
  const first = new Map()
  const visit = (/** @type {Buffer} */ way) => {
    const path = way.length === 0 ? Buffer.from(root) : Buffer.concat([Buffer.from(`${root}/`), way])
    const stat = lstatSync(path)
    const name = way.toString('latin1')
    const mode = (stat.mode & 0o7777).toString(8)
    if (stat.isSymbolicLink()) {
      seen.set(name, { facts: `link ${readlinkSync(path, 'buffer').toString('latin1')}`, group: '', isFolder: false })
    } else if (stat.isFile()) {
      if (stat.nlink > 1 && !first.has(stat.ino)) first.set(stat.ino, name)
      const facts = `file ${mode} ${readFileSync(path, 'latin1')}`
      seen.set(name, { facts, group: first.get(stat.ino) ?? '', isFolder: false })
    } else if (stat.isDirectory()) {
      if (name !== '') seen.set(name, { facts: `folder ${mode}`, group: '', isFolder: true })
      for (const entry of readdirSync(path, { encoding: 'buffer' }).sort(Buffer.compare)) {
        visit(way.length === 0 ? entry : Buffer.concat([way, Buffer.from('/'), entry]))
      }
    } else seen.set(name, { facts: `other ${mode}`, group: '', isFolder: false })
  }
  visit(Buffer.alloc(0))
  return seen
}

/** The names at which two walks differ, for a message. */
function differences(
  /** @type {Map<string, Seen>} */ found,
  /** @type {Map<string, Seen>} */ wanted,
  /** @type {boolean} */ withGroups,
) {
  const text = (/** @type {Seen | undefined} */ it) => it && `${it.facts}${withGroups ? ` ${it.group}` : ''}`
  const names = new Set([...found.keys(), ...wanted.keys()])
  return [...names]
    .filter((name) => text(found.get(name)) !== text(wanted.get(name)))
    .map((name) => `${JSON.stringify(name)}: ${text(found.get(name))} / wanted ${text(wanted.get(name))}`)
}

/** The names that differ between two walks, each with what it was and what it became. */
function changesOf(/** @type {Map<string, Seen>} */ before, /** @type {Map<string, Seen>} */ after) {
  /** @type {Map<string, { from: Seen | undefined, to: Seen | undefined }>} */
  const changes = new Map()
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(name), after.get(name)]
    if (from?.facts !== to?.facts || from?.group !== to?.group) changes.set(name, { from, to })
  }
  return changes
}

const folderOf = (/** @type {string} */ name) => (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '')
const isIn = (/** @type {string} */ name, /** @type {string} */ folder) => name.startsWith(`${folder}/`)

/** @typedef {{ id: string, before: Map<string, Seen>, after: Map<string, Seen>, isTool: boolean, path?: string }} Commit */

async function schedule(/** @type {number} */ seed) {
  const random = seededRandom(seed)
  const pick = (/** @type {number} */ count) => Math.floor(random() * count)
  const any = (/** @type {readonly any[]} */ list) => list[pick(list.length)]
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-'))
  const [root, historyDir] = [join(folder, 'root'), join(folder, 'history')]
  mkdirSync(root)
  const FOLDERS = ['a', 'a/in', 'b', 'b/é ü', 'f', 'f/deep/er', 'line\nbreak']
  const NAMES = ['one', 'two', 'three', "it's", 'new\nline', '기어', 'caf\xe9', '-rf', '*']
  let counter = 0
  const bytes = (/** @type {string} */ latin1) => Buffer.from(latin1, 'latin1')
  const utf8 = (/** @type {string} */ text) => Buffer.from(text).toString('latin1')
  const absolute = (/** @type {string} */ at, /** @type {string} */ name) =>
    Buffer.concat([Buffer.from(`${at}/`), bytes(name)])
  const encoded = (/** @type {string} */ name) => (name === 'caf\xe9' ? name : utf8(name))

  /** One change of a tree by another program, in the folders that `within` allows. */
  const scribbleOnce = (/** @type {string} */ at, /** @type {(name: string) => boolean} */ within) => {
    const seen = walk(at)
    const own = [...seen].filter(([name]) => within(name))
    const files = own.filter(([, it]) => it.facts.startsWith('file')).map(([name]) => name)
    const folders = own.filter(([, it]) => it.isFolder).map(([name]) => name)
    const all = own.map(([name]) => name)
    const isFree = (/** @type {string} */ name) => !seen.has(name)
    const fresh = () => {
      const parent = any(folders.length === 0 ? FOLDERS.map(encoded).filter(within) : folders)
      return `${parent}/${encoded(any(NAMES))}`
    }
    counter += 1
    const text = `${seed} ${counter}\n`.repeat(1 + pick(4))
    try {
      const what = pick(16)
      if (what < 2) {
        const name = fresh()
        if (seen.get(name)?.isFolder) return
        mkdirSync(absolute(at, folderOf(name)), { recursive: true })
        writeFileSync(absolute(at, name), text)
      } else if (what === 2 && files.length > 0) writeFileSync(absolute(at, any(files)), text)
      else if (what === 3 && files.length > 0) appendFileSync(absolute(at, any(files)), text)
      else if (what === 4 && files.length > 0) truncateSync(absolute(at, any(files)), pick(3))
      else if (what === 5 && files.length > 0) chmodSync(absolute(at, any(files)), any([0o644, 0o600, 0o755, 0o444]))
      else if (what === 6 && folders.length > 0)
        chmodSync(absolute(at, any(folders)), any([0o755, 0o700, 0o555, 0o1777]))
      else if (what === 7 && all.length > 0) rmSync(absolute(at, any(all)), { recursive: true, force: true })
      else if (what === 8 && all.length > 0) {
        const [old, name] = [any(all), fresh()]
        if (isFree(name) && name !== old && !isIn(name, old)) renameSync(absolute(at, old), absolute(at, name))
      } else if (what === 9 && files.length > 1) renameSync(absolute(at, any(files)), absolute(at, any(files)))
      else if (what === 10) {
        const name = fresh()
        if (isFree(name)) symlinkSync(any(['one', '../a', 'no/where', 'é']), absolute(at, name))
      } else if (what === 11 && files.length > 0) {
        const name = fresh()
        if (isFree(name)) linkSync(absolute(at, any(files)), absolute(at, name))
      } else if (what === 12)
        mkdirSync(absolute(at, utf8(any(FOLDERS.filter((it) => within(utf8(it)))))), { recursive: true })
      else if (what === 13 && files.length > 0) {
        // As editors save.
        const [name, aside] = [any(files), fresh()]
        if (!isFree(aside)) return
        writeFileSync(absolute(at, aside), text)
        renameSync(absolute(at, aside), absolute(at, name))
      } else if (what === 14 && files.length > 0) {
        const name = any(files)
        rmSync(absolute(at, name))
        mkdirSync(absolute(at, name))
      } else if (what === 15 && folders.length > 0) {
        const name = any(folders)
        rmSync(absolute(at, name), { recursive: true })
        if (random() < 0.5) writeFileSync(absolute(at, name), text)
        else symlinkSync('one', absolute(at, name))
      }
    } catch (error) {
      // A folder became a file, and the like: the program failed half way.
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }
  const scribble = (/** @type {string} */ at, /** @type {(name: string) => boolean} */ within = () => true) => {
    for (let left = 1 + pick(5); left > 0; left -= 1) scribbleOnce(at, within)
  }

  for (const name of FOLDERS) mkdirSync(join(root, name), { recursive: true })
  for (let left = 12; left > 0; left -= 1) scribbleOnce(root, () => true)
  const options = { historyDir, durability: /** @type {const} */ ('fast'), readFirst: /** @type {const} */ ('off') }
  const sessions = [await Workspace.open({ root, ...options }), await Workspace.open({ root, ...options })]
  let now = walk(root)
  /** @type {(Commit & { undone: boolean, undo?: Commit | undefined })[]} */
  const commits = []
  /** The number of commits at the last change that no commit has. */
  let foreign = 0
  let name = ''
  const count = (/** @type {string} */ what) => void done.set(what, (done.get(what) ?? 0) + 1)
  const fail = (/** @type {string} */ message) => new Error(`seed ${seed}, ${name}: ${message}`)

  /** Takes a commit that was just made into the model. */
  const record = (/** @type {any} */ result, /** @type {Partial<Commit>} */ more = {}) => {
    const after = walk(root)
    const changes = changesOf(now, after)
    if (result.status === 'committed')
      commits.push({ id: result.commitId, before: now, after, isTool: false, undone: false, ...more })
    else if (result.status === 'refused' || changes.size > 0)
      throw fail(`${JSON.stringify(result.error ?? result.status)}, ${changes.size} changes`)
    now = after
  }

  /** What a reversal of a commit comes to; `undefined` where it is to be refused, `'open'` where the model does not know. */
  const reversed = (
    /** @type {Commit} */ commit,
    /** @type {string | undefined} */ file,
    /** @type {boolean} */ force,
  ) => {
    let changes = [...changesOf(commit.after, commit.before)]
    if (commit.isTool) {
      // The journal compares bytes: a mode that was changed since stays, and all names of a file show its undo.
      if (
        changes.some(([each, { from }]) => now.get(each)?.facts !== from?.facts || now.get(each)?.group !== from?.group)
      )
        return 'open'
    }
    if (file !== undefined) {
      const isWay = (/** @type {string} */ each, /** @type {any} */ it) =>
        isIn(file, each) && it.from === undefined && it.to?.isFolder
      changes = changes.filter(([each, it]) => each === file || isIn(each, file) || isWay(each, it))
    }
    // A commit that gives a file another name knows all its names, and by force it makes those again that were removed since.
    const named = new Set(changes.map(([each]) => commit.after.get(each)?.group || undefined))
    const isLost = (/** @type {string} */ each, /** @type {Seen} */ it) =>
      it.group !== '' && named.has(it.group) && now.get(each)?.facts !== it.facts
    if (force && [...commit.after].some(([each, it]) => isLost(each, it))) return 'open'
    const wanted = new Map(now)
    const made = new Set(changes.map(([each]) => each))
    // A mode is one of all names of a file, also of those that others gave it.
    const groups = new Set(changes.map(([each]) => now.get(each)?.group || undefined).filter((it) => it !== undefined))
    if ([...now].some(([each, { group }]) => groups.has(group) && !made.has(each))) return 'open'
    for (const [each, { from, to }] of changes) {
      const here = now.get(each)
      const isClean = here?.facts === from?.facts
      if (!isClean && force) return 'open'
      // Only the other names of its file changed, and it may have been parted from them.
      if (!isClean && from?.facts === to?.facts) return 'open'
      if (!isClean && here?.facts !== to?.facts && !force) return undefined
      if (to === undefined) wanted.delete(each)
      else wanted.set(each, to)
    }
    for (const [each, { to }] of changes) {
      if (to === undefined) continue
      for (let above = folderOf(each); above !== ''; above = folderOf(above)) {
        if (now.get(above)?.isFolder || made.has(above)) continue
        // A tool makes the folders of its files.
        if (!force && !commit.isTool) return undefined
        return 'open'
      }
    }
    // A folder that holds something that the commit does not know stays; what is to take its place does not.
    for (const each of wanted.keys()) {
      for (let above = folderOf(each); above !== ''; above = folderOf(above)) {
        const it = wanted.get(above)
        if (it?.isFolder) continue
        if (it !== undefined) return 'open'
        const old = now.get(above)
        if (!old?.isFolder) return 'open'
        wanted.set(above, old)
      }
    }
    return wanted
  }

  const expectTree = (/** @type {Map<string, Seen>} */ wanted, /** @type {boolean} */ withGroups) => {
    const found = walk(root)
    const different = differences(found, wanted, withGroups)
    if (different.length > 0) throw fail(different.join('\n'))
    now = found
  }

  try {
    for (let step = 0; step < 22; step += 1) {
      const session = any(sessions)
      const what = pick(12)
      name = `step ${step} (${what})`
      if (what < 2) {
        count('guard')
        record(await session.guard(() => scribble(root)))
      } else if (what === 2) {
        count('adopt')
        const taken = await session.snapshot()
        if (!taken.ok) throw fail(taken.error.message)
        scribble(root)
        record(await any(sessions).adopt({ guardId: taken.guardId }))
      } else if (what === 3 && random() < 0.4) {
        count('by hand')
        scribble(root)
        now = walk(root)
        foreign = commits.length
      } else if (what === 4) {
        const files = [...now]
          .filter(([each, it]) => it.facts.startsWith('file') && !each.includes('caf\xe9'))
          .map(([each]) => each)
        const path = random() < 0.3 || files.length === 0 ? utf8(`${any(FOLDERS)}/tool${pick(3)}`) : any(files)
        if (now.get(path)?.isFolder || now.get(path)?.facts.startsWith('link')) continue
        const text = bytes(path).toString('utf8')
        counter += 1
        const result = await session.write({ path: text, text: `tool ${counter}\n` })
        if (result.ok) {
          count('write')
          record(result, { isTool: true, path })
        } else expectTree(now, true)
      } else if (what === 5) {
        count('fork and merge')
        const forked = await session.fork(`fork${step}`)
        if (!forked.ok) throw fail(forked.error.message)
        const copy = differences(walk(forked.fork.root), now, true)
        if (copy.length > 0) throw fail(`the fork differs: ${copy.join('\n')}`)
        const isOurs = (/** @type {string} */ each) => each === 'b' || isIn(each, 'b')
        const isTheirs = (/** @type {string} */ each) => each === 'f' || isIn(each, 'f')
        scribble(forked.fork.root, isTheirs)
        const common = now
        const theirs = walk(forked.fork.root)
        if (random() < 0.5) {
          scribble(root, isOurs)
          now = walk(root)
          foreign = commits.length
        }
        const wanted = new Map(now)
        const [ofFork, ofRoot] = [changesOf(common, theirs), changesOf(common, now)]
        for (const [each, { to }] of ofFork) {
          if (to === undefined) wanted.delete(each)
          else wanted.set(each, to)
        }
        // Two names of one file, or a link to a folder, lead across the border.
        const isAcross =
          [common, now, theirs].some((tree) => [...tree.values()].some((it) => it.group !== '')) ||
          [...ofFork.keys()].some((each) => !isTheirs(each)) ||
          [...ofRoot.keys()].some((each) => !isOurs(each))
        const before = now
        const merged = await session.merge(`fork${step}`, { discard: 'fork' })
        if (!merged.ok && isAcross && merged.error.code === 'conflict') {
          expectTree(before, true)
          assert.ok((await session.discard(`fork${step}`)).ok, name)
          continue
        }
        if (!merged.ok) throw fail(JSON.stringify(merged))
        if (!isAcross) expectTree(wanted, true)
        now = before
        record(merged)
      } else if (what === 6 && commits.length > foreign) {
        count('undo to')
        const target = commits[foreign + pick(commits.length - foreign)]
        const result = await session.undo({ to: target.id })
        // Nothing came after the last one.
        const isLast = result.status === 'refused' && result.error.code === 'no_change' && target === commits.at(-1)
        if (result.status === 'refused' && !isLast) throw fail(`to: ${result.error.message}`)
        expectTree(target.after, true)
        // The model does not follow what is undone of what.
        commits.length = commits.indexOf(target) + 1
        foreign = commits.length
      } else if (commits.length > 0) {
        const commit = any(random() < 0.5 ? commits.slice(-1) : commits)
        const force = random() < 0.15
        const isUndo = !commit.undone
        const changed = [...changesOf(commit.before, commit.after)]
          .filter(([, it]) => it.from?.facts !== it.to?.facts)
          .map(([each]) => each)
        const isPart = isUndo && !commit.isTool && random() < 0.3 && changed.length > 0
        const file = isPart ? any(changed.filter((each) => !each.includes('caf\xe9'))) : undefined
        if (isPart && file === undefined) continue
        const target = isUndo ? commit : commit.undo
        // Only times, or other names of a file, changed.
        if (changed.length === 0) continue
        const wanted = reversed(target, file, force)
        const isWhole = file === undefined && differences(now, target.after, true).length === 0
        const path = file === undefined ? {} : { path: bytes(file).toString('utf8') }
        const before = now
        const result = await session[isUndo ? 'undo' : 'redo']({ commitId: commit.id, force, ...path })
        name += ` ${isUndo ? 'undo' : 'redo'} of ${commits.indexOf(commit)}${force ? ' forced' : ''} ${JSON.stringify(file ?? '')}`
        if (result.status === 'refused') {
          count('refused')
          // A link on the way may lead in a circle.
          const isTool = commit.isTool && result.error.code === 'io'
          if (result.error.code !== 'conflict' && !isTool) throw fail(JSON.stringify(result.error))
          // The model does not look at times: a name whose time alone was changed may be gone since.
          const { path: named } = result.error
          const isOfTimes = named !== undefined && !changesOf(target.before, target.after).has(utf8(named))
          if (wanted !== undefined && wanted !== 'open' && !isOfTimes) throw fail(`refused: ${result.error.message}`)
          expectTree(before, true)
          continue
        }
        count(isPart ? 'undo of a file' : isUndo ? 'undo' : 'redo')
        if (wanted === undefined) throw fail('a change since was overwritten')
        const after = walk(root)
        if (wanted !== 'open') expectTree(isWhole ? target.before : wanted, isWhole)
        now = after
        const reversal = { id: result.commitId, before, after, isTool: commit.isTool }
        // What a part, or a forced reversal, leaves to be made again is no longer what the model knows.
        if (isPart || wanted === 'open' || differences(before, target.after, false).some((each) => each) || force) {
          commits.splice(commits.indexOf(commit), 1)
          foreign = commits.length
          continue
        }
        commit.undone = isUndo
        commit.undo = isUndo ? reversal : undefined
        foreign = commits.length
      }
    }
  } finally {
    for (const session of sessions) await session.close()
    rmSync(folder, { recursive: true })
  }
}

const words = await runSchedules(schedule)
const steps = [...done].map(([name, times]) => `${name} ${times}`).join(', ')
console.log(`${words} (${steps})`)
