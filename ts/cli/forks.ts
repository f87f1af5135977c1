import type * as api from '../../index.js'
import { conflictLine } from '../forks.js'
import { quote } from '../text.js'
import type { Command } from './arguments.js'
import { report, withWorkspace } from './guard.js'
import { formatFiles, indent, type Output } from './terminal.js'

type ForkCommand = Extract<Command, { readonly name: 'fork' | 'forks' | 'merge' | 'discard' }>

/** Makes, lists, merges or discards forks of a folder. */
export function forking(command: ForkCommand, stdout: Output, stderr: Output): Promise<number> {
  return withWorkspace(command.root, async (workspace) => {
    switch (command.name) {
      case 'fork': {
        const result = await workspace.fork(command.fork, command.options)
        report(result, stderr)
        if (!result.ok) return 1
        // A program takes the folders from here.
        for (const root of result.fork.roots) stdout.line(root)
        for (const line of notesOn(result)) stderr.line(stderr.style.dim(`fork: ${line}`))
        return 0
      }
      case 'forks': {
        const result = await workspace.forks()
        report(result, stderr)
        if (!result.ok) return 1
        for (const fork of result.forks) stdout.line(rowOf(fork))
        if (result.forks.length === 0) stdout.line('There are no forks.')
        return 0
      }
      case 'merge':
        return merge(await workspace.merge(command.fork, command.options), command, stdout, stderr)
      case 'discard': {
        const result = await workspace.discard(command.fork, command.options)
        report(result, stderr)
        if (!result.ok) return 1
        stdout.line(`${stdout.style.green('discarded')} ${result.name}`)
        return 0
      }
    }
  })
}

function merge(result: api.MergeResult, { root }: ForkCommand, stdout: Output, stderr: Output): number {
  const conflicts = 'conflicts' in result ? (result.conflicts ?? []) : []
  if (result.status === 'refused' && conflicts.length > 0) {
    // Each on a line of its own, where an editor finds the place.
    const { style } = stderr
    report({ warnings: result.warnings }, stderr)
    stderr.line(`${style.red('conflict')}: nothing was written`)
    writeConflicts(conflicts, result.moreConflicts, stderr)
    if (result.error.hint !== undefined) stderr.line(style.dim(`hint: ${result.error.hint}`))
    return 1
  }
  report(result, stderr)
  if (result.status === 'refused') return 1
  const { style } = stdout
  if (result.status === 'ok') {
    stdout.file(result.diff)
    writeConflicts(conflicts, result.moreConflicts, stderr)
  } else if (result.status === 'unchanged') {
    stdout.line('Nothing to merge: the folder already has every change of the fork.')
  } else {
    stdout.line(`${style.green(result.status === 'committed' ? 'merged' : 'reverted')} ${result.name}`)
    stdout.line(indent(formatFiles(result.files, style)))
    if (result.status === 'committed') {
      stderr.line(stderr.style.dim(`merge: scenewright undo --root ${root === '.' ? '.' : quote(root)} reverses it`))
    }
  }
  for (const path of result.notMerged) stderr.line(stderr.style.dim(`merge: not merged: ${path}`))
  for (const name of result.discarded) stdout.line(`${style.green('discarded')} ${name}`)
  return result.status === 'reverted' || conflicts.length > 0 ? 1 : 0
}

function writeConflicts(conflicts: readonly api.MergeConflict[], more = 0, stderr: Output): void {
  for (const conflict of conflicts) stderr.line(`  ${conflictLine(conflict)}`)
  if (more > 0) stderr.line(`  … and ${more} more`)
}

function rowOf({ name, root, message, mergedCommitIds, madeAt }: api.Fork): string {
  const state = mergedCommitIds.length > 0 ? '  merged' : ''
  const words = message === undefined ? '' : `  ${message}`
  return `${name}  ${new Date(madeAt).toISOString().slice(0, 16).replace('T', ' ')}  ${root}${state}${words}`
}

function notesOn(result: Extract<api.ForkResult, { readonly ok: true }>): string[] {
  const { fileCount, fork, notCopied, moreNotCopied = 0 } = result
  const lines = [
    `${fileCount === 1 ? '1 file' : `${fileCount} files`} ${fork.sharesBlocks ? 'share their blocks' : 'copied'}`,
  ]
  const ignored = notCopied.filter(({ reason }) => reason === 'ignored').map(({ path }) => path)
  if (ignored.length > 0) lines.push(`ignored folders are not copied: ${ignored.join(', ')} (--include-ignored)`)
  for (const { path, reason } of notCopied.filter((it) => it.reason !== 'ignored')) {
    lines.push(
      reason === 'attributes' ? `copied without its extended attributes: ${path}` : `not copied (${reason}): ${path}`,
    )
  }
  if (moreNotCopied > 0) lines.push(`and ${moreNotCopied} more are not copied`)
  return lines
}
