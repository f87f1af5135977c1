// The names in the typed methods and those on the wire: only this file knows both. Tools, Rust and MCP use the wire names;
// the arguments and results of programs are converted here.

import type * as api from '../index.js'
import type * as wire from './wire-types.js'

const SCRIPT_CODES: ReadonlySet<string> = new Set<api.ScriptErrorCode>([
  'syntax',
  'reference',
  'type',
  'range',
  'thrown',
  'scene',
  'module',
  'promise',
  'invariant',
])

const LIMIT_CODES: ReadonlySet<string> = new Set<api.LimitErrorCode>([
  'timeout',
  'memory',
  'stack',
  'entities',
  'modules',
  'source_size',
])

/** The kind of failure that a code belongs to. */
export function groupOf(code: string): api.FailureGroup {
  if (SCRIPT_CODES.has(code)) return 'script'
  if (LIMIT_CODES.has(code)) return 'limit'
  if (code === 'cancelled') return 'cancelled'
  return code === 'internal' || code === 'runner' ? 'internal' : 'refusal'
}

/** A failure of a project. */
export function sceneFailure({ kind, message, hint, ...place }: wire.ErrorInfo): api.SceneFailure {
  return {
    code: kind,
    group: groupOf(kind),
    message: nameTypedArguments(message),
    ...place,
    ...(hint !== undefined && { hint: nameTypedArguments(hint) }),
  }
}

/** A failure under its wire names, for pages and tools. */
export function errorInfoOf({ code, group: _, ...failure }: api.SceneFailure): wire.ErrorInfo {
  return { kind: code as wire.ErrorKind, ...failure } as wire.ErrorInfo
}

/** A failure of a call of a workspace that is not a tool. */
export function fileFailure({ kind, message, file, stack: _, hint, ...place }: wire.ErrorInfo): api.FileFailure {
  return {
    code: kind,
    group: groupOf(kind),
    message: nameTypedArguments(message),
    ...(file !== undefined && { path: file }),
    ...place,
    ...(hint !== undefined && { hint: nameTypedArguments(hint) }),
  }
}

/** A refusal of a file tool. */
export function toolFailure(refusal: wire.FileRefusal): api.FileFailure {
  const { kind, message, file, line, column, errorCode, meta } = refusal
  const hint = refusal.hint ?? refusal.whatToDo
  return {
    code: kind,
    group: groupOf(kind),
    message: nameTypedArguments(message),
    ...(file !== undefined && { path: file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(hint !== undefined && { hint: nameTypedArguments(hint) }),
    ...(errorCode !== undefined && { wireCode: errorCode }),
    ...(meta && { details: failureDetails(meta) }),
  }
}

function failureDetails(meta: wire.RefusalMeta): api.FileFailureDetails {
  const { filePath, lastWriteTime, readTimestamp, editIndex, fileSize } = meta
  const oldText = meta.oldString ?? meta.old_string
  return {
    ...(filePath !== undefined && { path: filePath }),
    ...(lastWriteTime !== undefined && { modifiedAt: lastWriteTime }),
    ...(readTimestamp !== undefined && { readAt: readTimestamp }),
    ...(editIndex !== undefined && { editNumber: editIndex }),
    ...(oldText !== undefined && { oldText }),
    ...(fileSize !== undefined && { byteLength: fileSize }),
  }
}

/** Names in messages for models that programs spell differently. Each occurs only on the wire. */
const TYPED_WORDS: ReadonlyMap<string, string> = new Map([
  ['old_code', 'oldText'],
  ['new_code', 'newText'],
  ['old_string', 'oldText'],
  ['new_string', 'newText'],
  ['replace_all', 'replaceAll'],
  ['expected_replacements', 'expectedReplacements'],
  ['file_path', 'path'],
  ['notebook_path', 'path'],
  ['new_source', 'newSource'],
  ['cell_id', 'cellId'],
  ['cell_number', 'cellNumber'],
  ['cell_type', 'cellType'],
  ['edit_mode', 'editMode'],
  ['output_mode', 'outputMode'],
  ['head_limit', 'limit'],
  ['no_ignore', 'noIgnore'],
  ['dry_run', 'dryRun'],
  ['allow_placeholders', 'allowPlaceholders'],
  ['multi_edit', 'multiEdit'],
])

const WIRE_WORD = new RegExp(`"(?:[^"\\\\\\n]|\\\\.)*"|\\b(?:${[...TYPED_WORDS.keys()].join('|')})\\b`, 'g')

/** The names that options of `open` have in the native half. */
const OPTION_WORDS: ReadonlyMap<string, string> = new Map([
  ['policy', 'readFirst'],
  ['stateDir', 'historyDir'],
  ['state', 'session'],
  ['dir', 'root'],
])

/** A message about an option of `open`. */
export function nameTypedOptions(message: string): string {
  return message.replace(/\b(option|Argument) (\w+)/g, (found, noun: string, name: string) => {
    const typed = OPTION_WORDS.get(name)
    return typed === undefined ? found : `${noun} ${typed}`
  })
}

/** The names that options of `guard`, `snapshot`, `adopt`, `fork` and `merge` have in the native half. */
const GUARD_WORDS: ReadonlyMap<string, string> = new Map([
  ['include_ignored', 'includeIgnored'],
  ['file_bytes', 'maxFileBytes'],
  ['max_bytes', 'maxBytes'],
  ['exit_code', 'exitCode'],
  ['dry_run', 'dryRun'],
  ['dir', 'forkDir'],
  ['guard', 'guardId'],
])

/** A message about an option of one of them, whichever was called. */
export function nameGuardOptions(method: string, message: string): string {
  return message.replace(
    /^(?:guard_begin|guard_end|fork|forks|merge|discard_fork): (\w+)/,
    (_, name: string) => `${method}: ${GUARD_WORDS.get(name) ?? name}`,
  )
}

/** Phrases of hints that name a tool, for models, and the phrases that name the method, for programs. */
const TYPED_PHRASES: readonly (readonly [wire: RegExp, typed: string])[] = [
  [/^(undo|redo|history): id\b/, '$1: commitId'],
  [/\bwrite \{ "file": "main", "code": "…" \}/, "write({ file: 'main', text: '…' })"],
  [/^glob lists the files/, 'files lists the files'],
  [/\bdescribe (without arguments lists|lists)\b/, 'reference $1'],
  [/\bhistory without an id\b/, 'history without a commitId'],
  [/\bwith export and a path\b/, 'with export and toExports'],
]

/** A message with the names of the typed methods. Quoted text is left alone, unless it is just such a name. */
export function nameTypedArguments(message: string): string {
  const phrased = TYPED_PHRASES.reduce((text, [wire, typed]) => text.replace(wire, typed), message)
  return phrased.replace(WIRE_WORD, (found) => {
    if (!found.startsWith('"')) return TYPED_WORDS.get(found) ?? found
    const typed = TYPED_WORDS.get(found.slice(1, -1))
    return typed === undefined ? found : `"${typed}"`
  })
}

/** Warnings with their codes, as the envelope has both. A model reads the messages alone, which begin with a word for it. */
export function toWarnings(messages: readonly string[] = [], codes: readonly string[] = []): api.Warning[] {
  return messages.map((wire, index) => {
    const code = codes[index] ?? 'script'
    const message = wire.replace(`[${code}] `, '').replace(/^Warning: /, '')
    return { code, message: nameTypedArguments(message) }
  })
}

/** The warnings of an envelope. */
export function warningsOf(envelope: {
  readonly answer: { readonly warnings?: readonly string[] }
  readonly warningCodes?: readonly string[]
}): api.Warning[] {
  return toWarnings(envelope.answer.warnings, envelope.warningCodes)
}

/** A page, with the offset of the next one. */
export function toPage<Row>({ rows, total, next }: wire.Page & { readonly rows: readonly Row[] }): api.ResultPage<Row> {
  return { rows, count: rows.length, total, ...(next && { nextOffset: next.offset }) }
}

/** A file, compared with the state that the session last read. */
export function toFreshness({
  isFresh,
  conflict,
  lastRead,
  currentModified,
  error,
}: wire.Freshness): api.FreshnessCheck {
  return {
    state: isFresh ? 'fresh' : conflict ? 'changed' : 'unread',
    ...(lastRead !== undefined && { readAt: lastRead }),
    ...(currentModified !== undefined && { modifiedAt: currentModified }),
    ...(error && { error: fileFailure(error) }),
  }
}

export function changeOf(operation: 'create' | 'update'): 'created' | 'updated' {
  return operation === 'create' ? 'created' : 'updated'
}

/** The texts of an edit. */
export function toTexts({ oldString, newString }: wire.OldAndNew): api.OldAndNewText {
  return { oldText: oldString, newText: newString }
}

type WorkspaceEvent = api.WorkspaceEvents[keyof api.WorkspaceEvents]

/** The wire names of the events of a workspace. */
export const WORKSPACE_EVENTS = {
  read: 'file:read',
  edit: 'file:edited',
  conflict: 'file:conflict',
  externalEdit: 'file:modified',
  change: 'file:changed',
} as const satisfies { readonly [Name in keyof api.WorkspaceEvents]: wire.WorkspaceEvent['type'] }

/** An event of a workspace. */
export function toWorkspaceEvent(event: wire.WorkspaceEvent): WorkspaceEvent {
  const { path, timestamp: emittedAt } = event
  switch (event.type) {
    case 'file:read':
      return { type: 'read', path, emittedAt, byteLength: event.size, modifiedAt: event.modified }
    case 'file:edited':
      return {
        type: 'edit',
        path,
        emittedAt,
        change: changeOf(event.operation),
        byteLength: event.contentLength,
        ...(event.content !== undefined && { newText: event.content }),
        ...(event.oldContent !== undefined && { oldText: event.oldContent }),
      }
    case 'file:conflict':
      return {
        type: 'conflict',
        path,
        emittedAt,
        readAt: event.lastRead,
        readModifiedAt: event.lastModified,
        modifiedAt: event.currentModified,
        byteLengthChange: event.sizeDiff,
        reminder: event.reminder,
      }
    case 'file:modified':
      return { type: 'externalEdit', path, emittedAt, reminder: event.reminder }
    case 'file:changed':
      return {
        type: 'change',
        path,
        emittedAt,
        ids: event.ids,
        current: toStamp(event.current),
        previous: toStamp(event.previous),
        reminder: event.reminder,
      }
  }
}

function toStamp(stamp: wire.SizeAndTime | null): api.FileStamp | null {
  return stamp && { modifiedAt: stamp.mtimeMs, byteLength: stamp.size }
}

/** The names within a view of a scene that the wire spells in snake_case. */
const VIEW_NAMES: ReadonlyMap<string, string> = new Map([
  ['z_order', 'zOrder'],
  ['hole_count', 'holeCount'],
  ['vertex_count', 'vertexCount'],
  ['start_angle', 'startAngle'],
  ['end_angle', 'endAngle'],
  ['cap_height', 'capHeight'],
  ['line_height', 'lineHeight'],
])

/** A part of a view with the names of TypeScript, and bounds as they are everywhere. */
export function toView(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toView)
  if (typeof value !== 'object' || value === null) return value
  if ('min_x' in value) {
    const { min_x, min_y, max_x, max_y } = value as wire.EntityBounds
    return { min: [min_x, min_y], max: [max_x, max_y] } satisfies api.Bounds
  }
  // The data of a dimension or a note belongs to the script and keeps its names.
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] =>
    name === 'annotation' ? [name, inner] : [VIEW_NAMES.get(name) ?? name, toView(inner)],
  )
  return Object.fromEntries(entries)
}
