import type * as api from '../../index.js'
import { oneLine, visible } from '../text.js'

/** Colours for one stream: none unless it is a terminal, and none where `NO_COLOR` is set. */
export interface Style {
  /**
   * Foreign text of several lines, with an escape for every character that affects the text around it: in a pipe too,
   * since the reader of a pipe most often shows it on a terminal.
   */
  plain(text: string): string
  /** The same for a name, which stays on one line. */
  name(text: string): string
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export function styleOf(
  stream: { readonly isTTY?: boolean },
  env: { readonly [name: string]: string | undefined } = process.env,
): Style {
  const coloured = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const paint = (on: number, off: number) => (text: string) => (coloured ? `\u001b[${on}m${text}\u001b[${off}m` : text)
  return {
    plain: visible,
    name: oneLine,
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  }
}

/** A stream that a person may read. */
export class Output {
  readonly style: Style
  readonly #stream: NodeJS.WritableStream & { readonly isTTY?: boolean }

  constructor(stream: NodeJS.WritableStream & { readonly isTTY?: boolean }, env = process.env) {
    this.style = styleOf(stream, env)
    this.#stream = stream
  }

  /** Writes one or more of our own lines. Foreign text in them went through {@link style}; if not, at most a colour gets out. */
  line(text: string): void {
    this.#stream.write(`${exceptColours(text)}\n`)
  }

  /** Writes lines of foreign text. */
  foreign(text: string): void {
    this.line(this.style.plain(text))
  }

  /** Writes a requested file or patch: every byte for a program, and readable text on a terminal. */
  file(bytes: Buffer | string): void {
    this.#stream.write(this.#stream.isTTY === true ? visible(bytes.toString()) : bytes)
  }
}

/** Escapes all control characters except the codes that {@link styleOf} writes. */
function exceptColours(text: string): string {
  const parts = text.split(/(\u001b\[(?:1|2|22|31|32|33|36|39)m)/)
  return parts.map((part, index) => (index % 2 === 1 ? part : visible(part))).join('')
}

/** A scene in a few lines. */
export function formatScene(scene: api.CheckedScene, style: Style): string {
  const { entities, groups, bounds, units, layers, moreLayers = 0, parameters = {}, changes } = scene
  const lines = [`${count(entities, 'entity', 'entities')}, ${count(groups, 'group', 'groups')}`]
  lines.push(
    bounds
      ? `bounds   ${formatPoint(bounds.min)} to ${formatPoint(bounds.max)} ${units}`
      : 'bounds   none: the scene is empty',
  )
  // "layers 0" reads as a count: a drawing that names no layer is on the layer "0", and the line says nothing.
  const namesLayers = layers.some((layer) => layer !== '0') || moreLayers > 0
  if (namesLayers) lines.push(`layers   ${formatNames(layers, moreLayers, style)}`)
  const set = Object.entries(parameters).map(([name, value]) => `${style.name(name)} = ${style.name(String(value))}`)
  if (set.length > 0) lines.push(`set      ${set.join(', ')}`)
  for (const [index, line] of formatChanges(changes, style).entries()) {
    lines.push(`${index === 0 ? 'changes' : '       '}  ${line}`)
  }
  return lines.join('\n')
}

/** The changes of the drawing, a line each. */
function formatChanges({ drawing, moreDrawing = 0 }: api.SceneChanges, style: Style): string[] {
  const lines = drawing.map((line) => style.yellow(style.name(line)))
  return moreDrawing > 0 ? [...lines, `… and ${moreDrawing} more`] : lines
}

function formatNames(names: readonly string[], more: number, style: Style): string {
  const shown = names.map(style.name)
  return (more > 0 ? [...shown, `… and ${more} more`] : shown).join(', ')
}

/** The author of a commit, as text. */
const AUTHORS = { tool: 'a tool', person: 'a person', parameter: 'a parameter' } as const

/** A commit of the history: time, author, changes of the drawing, and files. */
export function formatEntry(entry: api.HistoryEntry<ChangedFile>, style: Style): string {
  const { commitId, committedAt, tool, message, files, moreFiles = 0, undone, by, scene, command } = entry
  const state = undone ? ` ${style.yellow('(undone)')}` : ''
  const author = by === undefined ? '' : style.dim(`  by ${AUTHORS[by]}`)
  const lines = [
    `${style.bold(commitId)}  ${style.dim(new Date(committedAt).toISOString())}${author}${state}`,
    // An undo has the message of the commit that it reverses.
    `  ${tool === 'undo' || tool === 'redo' ? `${tool}: ` : ''}${style.name(message)}`,
  ]
  const { addedLines, removedLines = 0, exitCode = 0 } = command ?? {}
  const failed = exitCode === 0 ? '' : `, exit code ${exitCode}`
  if (addedLines !== undefined) lines.push(`  ${style.dim(`+${addedLines} -${removedLines} lines${failed}`)}`)
  if (scene) lines.push(...formatChanges(scene, style).map((line) => `    ${line}`))
  if (files.length > 0) lines.push(indent(formatFiles(files, style)))
  if (moreFiles > 0) lines.push(`  … and ${count(moreFiles, 'more file', 'more files')}`)
  return lines.join('\n')
}

/** A changed file of a project or a workspace. */
export type ChangedFile = api.SceneFileChange | api.FileChange

/** The changes of files, one line each. */
export function formatFiles(files: readonly ChangedFile[], style: Style): string {
  const paint = { created: style.green, updated: style.yellow, deleted: style.red, renamed: style.cyan }
  return files
    .map((changed) => {
      const { change, from } = changed
      const file = 'file' in changed ? changed.file : changed.path
      const name = from === undefined ? diskName(file) : `${diskName(from)} to ${diskName(file)}`
      return `${paint[change](change.padEnd(8))} ${style.name(name)}`
    })
    .join('\n')
}

/** The name of a file on disk: a project's main file has another name in tools. */
function diskName(name: string): string {
  return name === 'main' ? 'main (scene.code.js)' : name
}

/** A failure with its place, its frame and its hint. `path` is the file's path on disk. */
export function formatError(error: api.SceneFailure, style: Style, path?: string): string {
  const place = style.name([error.file, error.line, error.column].filter((part) => part !== undefined).join(':'))
  // The message of an exception begins with its class, so the kind is left out.
  const [, name = error.code, words = error.message] = /^(\w*Error): (.*)$/s.exec(error.message) ?? []
  const lines = [`${style.red(style.bold(name))}: ${style.plain(words)}`]
  const position = [error.line, error.column].filter((part) => part !== undefined).map((part) => `:${part}`)
  const onDisk = path === undefined ? '' : ` (${style.name(path)}${position.join('')})`
  if (place !== '') lines.push(style.dim(`at ${place}${onDisk}`))
  if (error.frame) lines.push('', style.plain(error.frame))
  if (error.stack) lines.push('', style.dim(style.plain(error.stack)))
  if (error.hint) lines.push('', `${style.cyan('hint')}: ${style.plain(error.hint)}`)
  return lines.join('\n')
}

/** Indents every line. */
export function indent(text: string, by = '  '): string {
  return text.replace(/^(?=.)/gm, by)
}

function formatPoint([x, y]: readonly [number, number]): string {
  return `(${formatNumber(x)}, ${formatNumber(y)})`
}

function formatNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

function count(amount: number, one: string, many: string): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? one : many}`
}
