import { Refused } from './link.js'
import type { Answer, ErrorWire, FindingWire, HistoryRow } from './wire.js'

/** Hints speak to models and programs; these are of use to a person too, since they are about the code. */
const CODE_KINDS: ReadonlySet<string> = new Set([
  'syntax',
  'reference',
  'type',
  'range',
  'thrown',
  'scene',
  'module',
  'promise',
  'invariant',
  'timeout',
  'memory',
  'stack',
  'entities',
])

/** An error as a person on the page reads it. */
export function messageForPerson({ kind, message }: ErrorWire): string {
  if (kind !== 'conflict') return message.replace(/^(?:RangeError: param|Error): /, '')
  // Ids, and where else a history may be, are for agents.
  return message
    .replace(/^Could not (?:undo|redo) [\da-f]{32} \(.*?\): /s, '')
    .replace(/ since, by [\da-f]{32} \(/, ' since, by the later commit (')
    .replace(
      / since, by somebody who is not in this history: .*?\(.*?\)/s,
      ' since, in an editor or by another program',
    )
}

/** The hint of an error, where it does not name calls that a person on the page cannot make. */
export function hintForPerson({ kind, hint }: ErrorWire): string | undefined {
  if (hint === undefined || !CODE_KINDS.has(kind)) return undefined
  return /\{ "|\bforce\b|\bset force\b/i.test(hint) ? undefined : hint
}

/** A failure as a message for a person. */
export function describeFailure(thrown: unknown, what: string): string {
  if (thrown instanceof Refused) return messageForPerson(thrown.error)
  // The browser's own message about a missing server does not help a person.
  if (thrown instanceof TypeError) return `${what}: ${describeLoss()}`
  return thrown instanceof Error ? `${what}: ${thrown.message}` : `${what}.`
}

/** The words for a server that is gone, with what to do. */
export function describeLoss(): string {
  return 'the program behind this page does not answer. Start scenewright view again; this page then reconnects by itself.'
}

/** A word that is written from right to left, with the marks and digits of a name. */
const WORD =
  '[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}][\\p{L}\\p{M}\\p{N}_.-]*'
export const RIGHT_TO_LEFT = new RegExp(`${WORD}(?:\\s+${WORD})*`, 'gu')

/**
 * A line about things with names, each of which has its own direction: after an Arabic name a browser would set the numbers from
 * right to left, and `10 → 12` would read `12 → 10`.
 */
export function isolated(line: string): string {
  return line.replaceAll(RIGHT_TO_LEFT, '\u2068$&\u2069')
}

/** The direction of a title: a person's title is read as its language is. */
export function directionOf(title: string): 'ltr' | 'auto' {
  // A browser would go by the first letter, though it is isolated.
  return title.includes('\u2068') ? 'ltr' : 'auto'
}

/** The most changes of a drawing that a title names: it is read at a glance. */
const MAX_CHANGES = 2

/** The effect of a commit in a few words. */
export function commitTitle(row: HistoryRow, find: (id: string) => HistoryRow | undefined): string {
  const { tool, message, undoes, files = [] } = row
  if (tool === 'undo' || tool === 'redo') {
    // A redo reverses an undo, which reverses the change that it is about.
    const reversed = undoes === undefined ? undefined : find(undoes)
    const original = reversed?.undoes === undefined ? reversed : find(reversed.undoes)
    const words = original ? commitTitle(original, find) : message.replace(/^(?:undo|redo) [^:]*: ?/, '')
    return `${tool === 'undo' ? 'Undone' : 'Redone'}: ${words}`
  }
  if (tool === 'restore') return restoredTitle(restoredWords(message, find))
  const renamed = files.find(({ change }) => change === 'renamed')
  if (renamed) return `${renamed.file} renamed to ${renamed.to ?? ''}`
  const set = /^parameter set (.+) (saved|removed)$/.exec(message)
  if (set) return `Values “${set[1]}” ${set[2]}`
  // What a person wrote has the direction of its language.
  if (message !== '' && (isOfFolder(row) || !isGenerated(message))) return tool === 'run' ? isolated(message) : message
  return describeDrawing(row) ?? changedLine(message) ?? describeFiles(row) ?? (message === '' ? 'Run again' : message)
}

/** The line of code that a change by hand has made; nothing for other commits. */
function changedLine(message: string): string | undefined {
  return /^by hand in [^:]+:\d+: (.+)$/s.exec(message)?.[1]
}

/** The title of a restore of a commit; one of a restore is a restore of the same. */
export function restoredTitle(title: string): string {
  return title.startsWith('Restored: ') ? title : `Restored: ${title}`
}

/** What was restored: the title of that commit, where it is known, or else the message without the ids that come before it. */
function restoredWords(message: string, find: (id: string) => HistoryRow | undefined): string {
  const [prefix, id = ''] = /^(?:restore|undo|redo) ([^:]*): ?/.exec(message) ?? []
  if (prefix === undefined) return message
  const row = message.startsWith('restore') ? find(id) : undefined
  return row ? commitTitle(row, find) : restoredWords(message.slice(prefix.length), find)
}

/** The message of a commit as its maker wrote it; nothing for one that a tool generated. */
export function ownMessage(row: HistoryRow): string | undefined {
  const { tool = '', message } = row
  const isOwn = isOfFolder(row) || !(['undo', 'redo', 'restore'].includes(tool) || isGenerated(message))
  return isOwn && message !== '' ? message : undefined
}

/** True for a message that a tool generated from its arguments; the changes of the drawing say more. */
function isGenerated(message: string): boolean {
  return /^(?:(?:edit|multi_edit|write|create|delete|rename|replace|apply)\b|by hand in )/.test(message)
}

/** The changes that a commit made to the drawing, in a few words; nothing if it looks as before. */
export function describeDrawing(row: HistoryRow): string | undefined {
  // The message of a run names its parameters already.
  const lines = drawingChanges(row).filter((line) => row.tool !== 'run' || !line.startsWith('parameter '))
  if (lines.length === 0) return undefined
  const more = lines.length - MAX_CHANGES
  return `${lines.slice(0, MAX_CHANGES).join('; ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The changes that a commit made to the drawing, a line each. */
export function drawingChanges({ scene }: HistoryRow): readonly string[] {
  return (scene?.drawing ?? []).map(isolated)
}

/** The files that a command or a merged fork has changed, in a few words; nothing for other commits, which name the drawing. */
export function describeFolder(row: HistoryRow): string | undefined {
  return isOfFolder(row) ? describeFiles(row) : undefined
}

/** Commits of the folder rather than of the project: a command was guarded, or a fork was merged. */
function isOfFolder({ tool }: HistoryRow): boolean {
  return tool === 'guard' || tool === 'merge'
}

function describeFiles({ files = [] }: HistoryRow): string | undefined {
  const [first, ...others] = files
  if (!first) return undefined
  return `${first.file} ${first.change}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

/** The author of a commit, as the history shows it. */
export function commitMaker({ tool = '', message, by }: HistoryRow): string {
  switch (tool) {
    case 'run':
      return 'Parameters'
    case 'undo':
      return 'Undo'
    case 'redo':
      return 'Redo'
    case 'restore':
      return 'Restored'
    case 'guard':
      return 'Shell'
    case 'merge':
      return 'Fork'
    default:
      if (message.startsWith('by hand in ')) return 'By hand'
      if (message.startsWith('parameter set ') && by !== 'person') return 'Parameters'
      // The title names the action of a person; names of tools are for agents.
      return by === 'person' ? 'Person' : `Agent, ${tool}`
  }
}

/** The present time with seconds, in the 24 hours of the history. */
export function formatNow(): string {
  return new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
}

/** The number of things in words: `2 errors`, and nothing for none. */
export function countOf(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`
}

/** The purpose that a drawing is checked for, by the profile of the lint. */
export function describeProfile(profile: string): string {
  const words: { readonly [profile: string]: string } = {
    laser: 'for a laser',
    cnc: 'for CNC',
    print: 'for print',
    drawing: 'as a technical drawing',
  }
  return words[profile] ?? `for ${profile}`
}

/** The most names that a finding lists. */
const MAX_NAMES = 6

/** The names of what a finding is about: all of a few, the first ones of many. */
export function formatNames({ entities }: FindingWire): string {
  const more = entities.length - MAX_NAMES
  return isolated(`${entities.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`)
}

/** A time for the history: of today as a time, of other days as a date. */
export function formatTime(time: string): string {
  const date = new Date(time)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday
    ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    : date.toLocaleDateString([], { month: 'short', day: 'numeric' })
}

/** A time with its date, in the 24 hours of the history. */
export function formatDateTime(time: string): string {
  return new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
}

/** The reason why a call was refused. */
export function describeRefusal({ error, errorInfo }: Answer['answer']): string {
  return errorInfo ? messageForPerson(errorInfo) : (error ?? 'It was refused.')
}
