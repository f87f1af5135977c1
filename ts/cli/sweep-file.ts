import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { isObject } from '../check.js'
import { CommandError } from './command-error.js'

/** The longest time for which lines are only in the memory of the machine: kill -9 loses none of them, a power cut does. */
const SYNC_MS = 1_000

/** The time between two looks of a waiting sweep at whether the other one has ended. */
const WAIT_MS = 200

/** The pieces in which a file of results is read. */
const CHUNK_BYTES = 1 << 20

/** The facts in a line of an earlier start. */
interface KnownLine {
  readonly index: number
  readonly codeHash: string
  readonly given: string
  readonly isOk: boolean
}

/**
 * The results of a sweep, a line for each variant. One process writes at a time, and a line is written at once, so a process that is
 * killed leaves whole lines and at most the beginning of one, which is removed when the sweep continues.
 */
export class SweepFile {
  readonly #path: string
  readonly #file: number
  readonly #lock: string
  #syncedAt = performance.now()

  private constructor(path: string, file: number, lock: string) {
    this.#path = path
    this.#file = file
    this.#lock = lock
  }

  /** Opens a file, and waits for a sweep that is writing to it. */
  static async open(path: string, waiting: (owner: string) => void, signal: AbortSignal): Promise<SweepFile> {
    const lock = `${path}.lock`
    await takeLock(lock, waiting, signal)
    try {
      return new SweepFile(path, openSync(path, 'a+'), lock)
    } catch (cause) {
      unlinkSync(lock)
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new CommandError(`Could not write ${path}: ${reason}`)
    }
  }

  /** The lines of earlier starts. A last line that was torn is removed. */
  lines(): KnownLine[] {
    const known: KnownLine[] = []
    let [rest, offset, end, line] = [Buffer.alloc(0), 0, 0, 0]
    const size = fstatSync(this.#file).size
    while (offset < size) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - offset))
      const count = readSync(this.#file, chunk, 0, chunk.length, offset)
      if (count === 0) break
      offset += count
      let text = Buffer.concat([rest, chunk.subarray(0, count)])
      for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10)) {
        line += 1
        known.push(this.#known(text.subarray(0, at).toString('utf8'), line))
        end += at + 1
        text = text.subarray(at + 1)
      }
      rest = Buffer.from(text)
    }
    if (end < size) ftruncateSync(this.#file, end)
    return known
  }

  /** Appends a line. */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`)
    let written = 0
    while (written < bytes.length) written += writeSync(this.#file, bytes, written)
    if (performance.now() - this.#syncedAt < SYNC_MS) return
    this.#sync()
    this.#syncedAt = performance.now()
  }

  #sync(): void {
    try {
      fdatasyncSync(this.#file)
    } catch (cause) {
      // A pipe cannot be synced.
      if (!['EINVAL', 'ENOTSUP'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause
    }
  }

  close(): void {
    try {
      this.#sync()
    } catch {
      // The error of the line that could not be written is the one to show.
    }
    closeSync(this.#file)
    unlinkSync(this.#lock)
  }

  #known(text: string, line: number): KnownLine {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      value = undefined
    }
    const { index, codeHash, given, ok } = (isObject(value) ? value : {}) as {
      readonly index?: unknown
      readonly codeHash?: unknown
      readonly given?: unknown
      readonly ok?: unknown
    }
    if (typeof index === 'number' && typeof codeHash === 'string' && isObject(given)) {
      return { index, codeHash, given: JSON.stringify(given), isOk: ok === true }
    }
    throw new CommandError(
      `Line ${line} of ${this.#path} is not a sweep result. Name another file with --out, or remove this one.`,
    )
  }
}

/** The owner of a lock. */
interface Owner {
  readonly pid: number
  readonly host: string
  /** When the process started, where the system says so: ids of processes come again. */
  readonly started?: string | undefined
}

/** Makes the file that keeps other sweeps away. A dead process's file is removed. */
async function takeLock(lock: string, waiting: (owner: string) => void, signal: AbortSignal): Promise<void> {
  const own: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) }
  let isWaiting = false
  for (;;) {
    // Whole from the beginning: a lock that is half written has no owner.
    const temporary = `${lock}.${randomBytes(6).toString('hex')}`
    try {
      writeFileSync(temporary, JSON.stringify(own), { flag: 'wx' })
      if (await linked(temporary, lock)) return
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new CommandError(`Could not write ${lock}: ${reason}`)
    } finally {
      if (existsSync(temporary)) unlinkSync(temporary)
    }
    const owner = ownerOf(lock)
    if (owner && isDead(owner, own)) {
      removeDead(lock, owner)
      continue
    }
    if (!isWaiting && owner) {
      waiting(`process ${owner.pid}${owner.host === own.host ? '' : ` of ${owner.host}`}`)
      isWaiting = true
    }
    await sleep(WAIT_MS, undefined, { signal })
  }
}

/** Gives a file its name unless there is one; false where there is. */
async function linked(from: string, to: string): Promise<boolean> {
  const { link, writeFile } = await import('node:fs/promises')
  try {
    await link(from, to)
    return true
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return false
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw cause
  }
  // A disk without links: the file is made in place, which is as exclusive.
  try {
    await writeFile(to, readFileSync(from), { flag: 'wx' })
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  }
}

function ownerOf(lock: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(lock, 'utf8')) as Owner
    return Number.isSafeInteger(owner.pid) && typeof owner.host === 'string' ? owner : undefined
  } catch {
    return undefined
  }
}

function isDead({ pid, host, started }: Owner, own: Owner): boolean {
  // This machine cannot know what runs on another one.
  if (host !== own.host) return false
  try {
    process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH'
  }
  const now = startOf(pid)
  return started !== undefined && now !== undefined && now !== started
}

/** Removes the lock of a process that has died, unless another has it meanwhile. */
function removeDead(lock: string, owner: Owner): void {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  const found = ownerOf(aside)
  if (found && (found.pid !== owner.pid || found.started !== owner.started)) {
    // It was taken between the two looks: it goes back to its owner.
    renameSync(aside, lock)
    return
  }
  unlinkSync(aside)
}

/** When a process started, in ticks of the system; only Linux says it in a file. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program may hold anything; the fields after it are numbers.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
