import { quote } from '../text.js'
import { SweepError } from './sweep-error.js'
import { readValue } from './value.js'
import type { Value } from './axis.js'

/** The variants of a table: names of parameters in the first line, a variant in each line below. An empty cell leaves a parameter
 * as it is in the code. */
export function variantsOfCsv(text: string): { readonly [parameter: string]: Value }[] {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''))
  const [head, ...lines] = rows
  if (!head) throw new SweepError('The CSV is empty: its first line names the parameters, as in width,t.')
  const names = head.cells.map(({ text: name }) => name.trim())
  for (const [index, name] of names.entries()) {
    if (name === '') throw new SweepError(`Line 1 of the CSV: column ${index + 1} has no name.`)
    if (names.indexOf(name) !== index)
      throw new SweepError(`Line 1 of the CSV: the column ${quote(name)} appears twice.`)
  }
  if (lines.length === 0) throw new SweepError('The CSV has no variants: there is no line below its first one.')
  return lines.map(({ cells, line }) => {
    if (cells.length !== names.length) {
      throw new SweepError(
        `Line ${line} of the CSV has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, and the first line ${names.length}.`,
      )
    }
    const entries = names.flatMap((name, index): [string, Value][] => {
      const cell = cells[index]
      if (!cell || (cell.text.trim() === '' && !cell.isQuoted)) return []
      return [[name, cell.isQuoted ? cell.text : readValue(cell.text.trim())]]
    })
    return Object.fromEntries(entries)
  })
}

interface Cell {
  readonly text: string
  /** A text, whatever it looks like: `"007"`. */
  readonly isQuoted: boolean
}

interface Row {
  readonly cells: readonly Cell[]
  readonly line: number
}

/** The rows of RFC 4180, with `;` or a tab between the cells where the first line has these and no comma. Empty lines are left
 * out. */
function rowsOf(text: string): Row[] {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const between = [',', ';', '\t'].find((it) => first.includes(it)) ?? ','
  const rows: Row[] = []
  let cells: Cell[] = []
  let [at, line, startLine] = [0, 1, 1]
  const endRow = (): void => {
    const isEmpty = cells.length === 1 && cells[0]?.text.trim() === '' && !cells[0].isQuoted
    if (!isEmpty) rows.push({ cells, line: startLine })
    cells = []
  }
  while (at < text.length) {
    if (cells.length === 0) startLine = line
    let cell: Cell
    if (text[at] === '"') {
      const start = line
      let value = ''
      at += 1
      for (;;) {
        const end = text.indexOf('"', at)
        if (end < 0) throw new SweepError(`Line ${start} of the CSV has a quotation mark that nothing closes.`)
        value += text.slice(at, end)
        at = end + 1
        if (text[at] !== '"') break
        value += '"'
        at += 1
      }
      line += value.split('\n').length - 1
      cell = { text: value, isQuoted: true }
      if (at < text.length && text[at] !== between && text[at] !== '\r' && text[at] !== '\n') {
        throw new SweepError(`Line ${line} of the CSV has text after a closing quotation mark.`)
      }
    } else {
      let end = at
      while (end < text.length && text[end] !== between && text[end] !== '\r' && text[end] !== '\n') end += 1
      cell = { text: text.slice(at, end), isQuoted: false }
      at = end
    }
    cells.push(cell)
    if (text[at] === between) {
      at += 1
      // A separator at the end has an empty cell after it.
      if (at >= text.length || text[at] === '\r' || text[at] === '\n') cells.push({ text: '', isQuoted: false })
      else continue
    }
    endRow()
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    line += 1
  }
  return rows
}
