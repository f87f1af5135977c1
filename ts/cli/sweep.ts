import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type * as api from '../../index.js'
import { ScenewrightError } from '../errors.js'
import { writing } from '../export-file.js'
import { openSession } from '../project.js'
import type { Session } from '../session.js'
import { keyOf, type PlannedVariant } from '../sweep/plan.js'
import { prepare, probe, runVariants, unknownParameter, type Sweep } from '../sweep/sweep.js'
import { SweepError } from '../sweep/sweep-error.js'
import { CommandError } from './command-error.js'
import type { FolderOptions } from './folder-options.js'
import { SweepFile } from './sweep-file.js'
import type { SweepCommand } from './sweep-arguments.js'
import { SweepProgress } from './sweep-progress.js'
import type { Output } from './terminal.js'
import { UsageError } from './usage-error.js'

type Command = SweepCommand & { readonly options: FolderOptions & { root: string } }

/** What to do after a line or a picture that could not be written. */
const CONTINUES = '. The finished lines stay; the same command continues from there.'

/** Runs a sweep and answers the exit code: 0 when every variant has its line and one of them is good, 1 when all failed. */
export async function sweep(command: Command, signal: AbortSignal, out: Output, notes: Output): Promise<number> {
  const { session } = openSession({ readFirst: 'off', ...command.options })
  try {
    const planned = await plan(session, { ...command.args, signal })
    return await write(session, planned, command, signal, out, notes)
  } finally {
    await session.close(0)
  }
}

async function plan(session: Session, args: api.SweepArguments): Promise<Sweep> {
  try {
    return await prepare(session, args)
  } catch (thrown) {
    if (thrown instanceof SweepError) throw new UsageError(thrown.message, 'sweep')
    throw thrown
  }
}

async function write(
  session: Session,
  sweep: Sweep,
  { out: path, pictures }: Command,
  signal: AbortSignal,
  out: Output,
  notes: Output,
): Promise<number> {
  const { plan } = sweep
  const { code, parameters } = await probe(session, sweep, signal)
  const unknown = await unknownParameter(session, sweep, parameters, signal)
  if (unknown !== undefined) throw new UsageError(unknown, 'sweep')
  if (plan.repeated > 0) notes.line(`${plan.repeated} of the variants are given more than once; each is run once.`)
  if (pictures !== undefined) writing(pictures, () => mkdirSync(pictures, { recursive: true }))
  const waiting = (owner: string): void =>
    notes.line(`${path}: ${notes.style.plain(owner)} is writing to it; this sweep continues when it has ended.`)
  const file = path === undefined ? undefined : await SweepFile.open(path, waiting, signal)
  try {
    const { done, failed: failedBefore } = file
      ? finished(file, plan.variants, code, path ?? '')
      : { done: new Set<number>(), failed: 0 }
    const left = plan.variants.filter(({ index }) => !done.has(index))
    if (done.size > 0) notes.line(`${done.size} of ${plan.variants.length} variants are done already.`)
    const given = new Map(left.map(({ index, values }) => [index, values]))
    const progress = new SweepProgress(left.length, process.stderr)
    let failed = 0
    let cause: api.SceneFailure | undefined
    try {
      for await (const { png, ...variant } of runVariants(session, sweep, code, left, signal)) {
        const picture = png === undefined || pictures === undefined ? undefined : join(pictures, `${variant.index}.png`)
        if (png && picture !== undefined) writing(picture, () => writeFileSync(picture, png), CONTINUES)
        const line = JSON.stringify({
          ...variant,
          given: given.get(variant.index) ?? {},
          ...(picture !== undefined && { picture }),
        })
        if (file) writing(path ?? '', () => file.append(line), CONTINUES)
        else out.file(`${line}\n`)
        if (!variant.ok) failed += 1
        cause ??= variant.error
        progress.step()
      }
    } finally {
      progress.end()
    }
    const share = plan.variants.length === plan.total ? '' : ` of this share, of ${plan.total} in all`
    const words = failed === 0 ? 'none failed' : `${failed} failed`
    const run = left.length === 1 ? '1 variant' : `${left.length} variants`
    notes.line(`${run} run in ${progress.took}, ${words}; ${plan.variants.length}${share} are done.`)
    // A share of few variants may have none, which is no failure.
    if (plan.variants.length === 0 || failed + failedBefore < plan.variants.length) return 0
    throw new CommandError(
      `All ${plan.variants.length} variants failed${cause ? `, the first with: ${inWords(cause)}` : ''}.`,
    )
  } catch (thrown) {
    if (!(thrown instanceof ScenewrightError)) throw thrown
    if (thrown.code === 'cancelled') {
      const again = path === undefined ? '' : ' The same command continues from there.'
      throw new CommandError(`The sweep was stopped.${again}`)
    }
    if (thrown.code === 'conflict') {
      throw new CommandError(
        `${thrown.message}. Lines of two versions do not belong into one file: name another with --out.`,
      )
    }
    throw thrown
  } finally {
    file?.close()
  }
}

/** An error with its place. */
function inWords({ file, line, message }: api.SceneFailure): string {
  return `${file === undefined || line === undefined ? '' : `${file}:${line}: `}${message.replace(/\.$/, '')}`
}

/** The variants that a file has, and how many of them failed. Throws where its lines are of other code, or of another sweep. */
function finished(
  file: SweepFile,
  variants: readonly PlannedVariant[],
  code: string,
  path: string,
): { readonly done: ReadonlySet<number>; readonly failed: number } {
  const planned = new Map(variants.map(({ index, values }) => [index, keyOf(values)]))
  const done = new Set<number>()
  let failed = 0
  for (const line of file.lines()) {
    const other = (reason: string): CommandError =>
      new CommandError(`${path} ${reason}. Name another file with --out, or remove this one.`)
    if (line.codeHash !== code) throw other(`was made by other code (${line.codeHash}, and now ${code})`)
    const own = planned.get(line.index)
    if (own === undefined || own !== keyOf(JSON.parse(line.given) as object as { [name: string]: unknown })) {
      throw other(`has the results of another sweep or share (variant ${line.index})`)
    }
    if (done.has(line.index)) throw other(`has the variant ${line.index} twice`)
    done.add(line.index)
    if (!line.isOk) failed += 1
  }
  return { done, failed }
}
