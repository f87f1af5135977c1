import { Refused } from './link.js'
import type { Answer, ErrorWire, HistoryRow } from './wire.js'

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
export function errorWords({ message }: ErrorWire): string {
  return message
}

/** The hint of an error, where it does not name calls that a person on the page cannot make. */
export function hintWords({ kind, hint }: ErrorWire): string | undefined {
  if (hint === undefined || !CODE_KINDS.has(kind)) return undefined
  return /\{ "|\bforce\b|\bset force\b/i.test(hint) ? undefined : hint
}

/** What went wrong, as a person reads it. */
export function thrownWords(thrown: unknown, what: string): string {
  if (thrown instanceof Refused) return errorWords(thrown.error)
  // What a browser says of a server that is gone is not for people.
  if (thrown instanceof TypeError)
    return `${what}: the program behind this page does not answer. Start scenewright view again.`
  return thrown instanceof Error ? `${what}: ${thrown.message}` : `${what}.`
}

/** The most changes of a drawing that a title names: it is read at a glance. */
const MAX_CHANGES = 2

/** What a commit did, in a few words. */
export function commitTitle(row: HistoryRow, find: (id: string) => HistoryRow | undefined): string {
  const { tool, message, undoes, files = [] } = row
  if (tool === 'undo' || tool === 'redo') {
    // A redo reverses an undo, which reverses the change that it is about.
    const reversed = undoes === undefined ? undefined : find(undoes)
    const original = reversed?.undoes === undefined ? reversed : find(reversed.undoes)
    const words = original ? commitTitle(original, find) : message.replace(/^(?:undo|redo) [^:]*: ?/, '')
    return `${tool === 'undo' ? 'Undone' : 'Redone'}: ${words}`
  }
  if (tool === 'restore') return `Restored: ${message.replace(/^restore [^:]*: ?/, '')}`
  const renamed = files.find(({ change }) => change === 'renamed')
  if (renamed) return `${renamed.file} renamed to ${renamed.to ?? ''}`
  if (message !== '' && !isGenerated(message)) return message
  return drawingWords(row) ?? fileWords(row) ?? (message === '' ? 'Run again' : message)
}

/** Messages that tools make of their arguments: what they did to the drawing says more. */
function isGenerated(message: string): boolean {
  return /^(?:edit|multi_edit|write|create|delete|rename|replace|apply)\b/.test(message)
}

/** What a commit did to the drawing, in a few words; nothing where it looks as before. */
export function drawingWords({ tool, scene }: HistoryRow): string | undefined {
  // The message of a run names its parameters already.
  const lines = (scene?.drawing ?? []).filter((line) => tool !== 'run' || !line.startsWith('parameter '))
  if (lines.length === 0) return undefined
  const more = lines.length - MAX_CHANGES
  return `${lines.slice(0, MAX_CHANGES).join('; ')}${more > 0 ? ` and ${more} more` : ''}`
}

function fileWords({ files = [] }: HistoryRow): string | undefined {
  const [first, ...others] = files
  if (!first) return undefined
  return `${first.file} ${first.change}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

/** Who or what made a commit. */
export function commitMaker({ tool = '', message }: HistoryRow): string {
  switch (tool) {
    case 'run':
      return 'Parameters'
    case 'undo':
      return 'Undo'
    case 'redo':
      return 'Redo'
    case 'restore':
      return 'Restored'
    default:
      return message.startsWith('by hand in ') ? 'By hand' : `Agent, ${tool}`
  }
}

/** A time as people say it near to now. */
export function timeWords(time: string): string {
  const date = new Date(time)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday
    ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    : date.toLocaleDateString([], { month: 'short', day: 'numeric' })
}

/** Why an answer is no success. */
export function refusalWords({ error, errorInfo }: Answer['answer']): string {
  return errorInfo ? errorWords(errorInfo) : (error ?? 'It was refused.')
}
