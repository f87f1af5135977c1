import { quote } from '../text.js'
import { SweepError } from './sweep-error.js'
import { isNumber, readValue } from './value.js'

export type Value = number | string | boolean

/** More values than this for one parameter, or more variants, are a mistake in a range. */
export const MAX_VARIANTS = 1_000_000

/** The values of one parameter: `100..200/10`, `3,4,5`, or a mixture of both. */
export function valuesOf(name: string, written: string): Value[] {
  const values: Value[] = []
  for (const part of written.split(',')) {
    const text = part.trim()
    if (text === '') throw wrong(name, written, 'it has an empty value')
    const range = rangeOf(name, written, text)
    if (range === undefined) {
      values.push(readValue(text))
      continue
    }
    if (values.length + range.length > MAX_VARIANTS)
      throw wrong(name, written, `it has more than ${MAX_VARIANTS} values`)
    for (const value of range) values.push(value)
  }
  return values
}

/** The values of `FROM..TO/STEP`, both ends included; undefined for what is no range. */
function rangeOf(name: string, written: string, text: string): number[] | undefined {
  const at = text.indexOf('..')
  if (at < 0) return undefined
  const [from = '', rest = ''] = [text.slice(0, at).trim(), text.slice(at + 2)]
  const slash = rest.indexOf('/')
  const to = (slash < 0 ? rest : rest.slice(0, slash)).trim()
  const by = slash < 0 ? '1' : rest.slice(slash + 1).trim()
  // Names such as a..b are texts.
  if (!isNumber(from) && !isNumber(to)) {
    if (slash < 0) return undefined
    throw wrong(name, written, 'a range is FROM..TO/STEP in numbers')
  }
  if (![from, to, by].every(isNumber)) throw wrong(name, written, 'a range is FROM..TO/STEP in numbers')
  const [first, last, step] = [Number(from), Number(to), Number(by)]
  if (step === 0) throw wrong(name, written, 'the step must not be 0')
  if (first !== last && step < 0 !== last < first && !(last < first && step > 0)) {
    throw wrong(name, written, `the step leads away from ${to}`)
  }
  const stride = last < first ? -Math.abs(step) : Math.abs(step)
  // A share of a step that is lost to rounding does not lose the last value.
  const count = Math.floor((last - first) / stride + 1e-9) + 1
  if (count > MAX_VARIANTS) throw wrong(name, written, `it has more than ${MAX_VARIANTS} values`)
  const digits = Math.max(...[from, to, by].map(decimals))
  return Array.from({ length: count }, (_, index) => rounded(first + index * stride, digits))
}

/** The decimals that a number is written with. */
function decimals(text: string): number {
  const [, fraction = '', exponent = '0'] = /^[+-]?\d*\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

/** The number without the digits that adding has made: 0.3, and not 0.30000000000000004. */
function rounded(value: number, digits: number): number {
  return digits > 100 ? value : Number(value.toFixed(digits))
}

function wrong(name: string, written: string, reason: string): SweepError {
  return new SweepError(`The values of ${quote(name)} cannot be used (${quote(written)}): ${reason}.`)
}
