import type * as api from '../../index.js'
import { oneLine, visible } from '../text.js'

/** Colours for one stream: none unless it is a terminal, and none where `NO_COLOR` is set. */
export interface Style {
  /** What others wrote, of several lines. On a terminal its controls are shown and do nothing; elsewhere it is as it is. */
  plain(text: string): string
  /** The same for a name, which stays on its line. */
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
  const onTerminal = (show: (text: string) => string) => (text: string) => (stream.isTTY === true ? show(text) : text)
  return {
    plain: onTerminal(visible),
    name: onTerminal(oneLine),
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  }
}

/** One of the streams that a person may read. */
export class Output {
  readonly style: Style
  readonly #stream: NodeJS.WritableStream & { readonly isTTY?: boolean }

  constructor(stream: NodeJS.WritableStream & { readonly isTTY?: boolean }, env = process.env) {
    this.style = styleOf(stream, env)
    this.#stream = stream
  }

  /** A line of ours, or several. What is in it of others went through {@link style}; if not, no more than a colour gets out. */
  line(text: string): void {
    this.#stream.write(`${this.#stream.isTTY === true ? exceptColours(text) : text}\n`)
  }

  /** Lines that others wrote. */
  foreign(text: string): void {
    this.line(this.style.plain(text))
  }

  /** The bytes of a file that was asked for. */
  file(bytes: Buffer): void {
    this.#stream.write(this.#stream.isTTY === true ? visible(bytes.toString()) : bytes)
  }
}

/** Makes all visible but the codes that {@link styleOf} writes. */
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
  lines.push(`layers   ${formatNames(layers, moreLayers, style) || 'none'}`)
  const set = Object.entries(parameters).map(([name, value]) => `${style.name(name)} = ${style.name(String(value))}`)
  if (set.length > 0) lines.push(`set      ${set.join(', ')}`)
  for (const [label, { count, names }, paint] of [
    ['added', changes.added, style.green],
    ['removed', changes.removed, style.red],
    ['changed', changes.changed, style.yellow],
  ] as const) {
    if (count > 0) lines.push(`${label.padEnd(8)} ${paint(formatNames(names, count - names.length, style))}`)
  }
  return lines.join('\n')
}

function formatNames(names: readonly string[], more: number, style: Style): string {
  const shown = names.map(style.name)
  return (more > 0 ? [...shown, `… and ${more} more`] : shown).join(', ')
}

/** A commit of the history: when, what, and its files. */
export function formatEntry(entry: api.HistoryEntry, style: Style): string {
  const { id, time, message, files, moreFiles = 0, undone } = entry
  const state = undone ? ` ${style.yellow('(undone)')}` : ''
  const lines = [
    `${style.bold(id)}  ${style.dim(time)}${state}`,
    `  ${style.name(message)}`,
    indent(formatFiles(files, style)),
  ]
  if (moreFiles > 0) lines.push(`  … and ${count(moreFiles, 'more file', 'more files')}`)
  return lines.join('\n')
}

/** What became of files, a line each. */
export function formatFiles(files: readonly api.FileChange[], style: Style): string {
  const paint = { created: style.green, updated: style.yellow, deleted: style.red, renamed: style.cyan }
  return files
    .map(({ file, change, from }) => {
      const name = from === undefined ? file : `${from} to ${file}`
      return `${paint[change](change.padEnd(8))} ${style.name(name)}`
    })
    .join('\n')
}

/** A failure with its place, its frame and what to do. */
export function formatError(error: api.ErrorDetails, style: Style): string {
  const place = style.name([error.file, error.line, error.column].filter((part) => part !== undefined).join(':'))
  // The words of an exception begin with its class; the kind before them would say it twice.
  const [, name = error.kind, words = error.message] = /^(\w*Error): (.*)$/s.exec(error.message) ?? []
  const lines = [`${style.red(style.bold(name))}: ${style.plain(words)}`]
  if (place !== '') lines.push(style.dim(`at ${place}`))
  if (error.frame) lines.push('', style.plain(error.frame))
  if (error.stack) lines.push('', style.dim(style.plain(error.stack)))
  if (error.hint) lines.push('', `${style.cyan('hint')}: ${style.plain(error.hint)}`)
  return lines.join('\n')
}

/** Every line moved right. */
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
