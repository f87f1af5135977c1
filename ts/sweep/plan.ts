import type * as api from '../../index.js'
import { isObject, misuse, formatValue } from '../check.js'
import { quote } from '../text.js'
import { MAX_VARIANTS, valuesOf, type Value } from './axis.js'
import { variantsOfCsv } from './csv.js'
import { SweepError } from './sweep-error.js'

/** One variant: its place among all, and the values that it is given. */
export interface PlannedVariant {
  readonly index: number
  readonly values: { readonly [parameter: string]: Value }
}

/** The variants of a sweep, each of them once. */
export interface Plan {
  /** The indexes of the share. */
  readonly variants: readonly PlannedVariant[]
  /** The number of all, whatever the share. */
  readonly total: number
  /** The number of variants that were given again, and are run once. */
  readonly repeated: number
}

type Given = Pick<api.SweepArguments, 'set' | 'csv' | 'variants' | 'share' | 'parameters'>

/** Plans the variants. Throws {@link SweepError} for no variants, or for too many. */
export function planOf(given: Given, common: { readonly [parameter: string]: Value } = {}): Plan {
  const sources = [given.set, given.csv, given.variants].filter((it) => it !== undefined)
  if (sources.length !== 1)
    throw new SweepError('Give the variants in one way: values of parameters, or a CSV, or a list.')
  const all =
    given.set !== undefined
      ? combinations(given.set)
      : given.csv !== undefined
        ? variantsOfCsv(text(given.csv))
        : listed(given.variants)
  if (all.length > MAX_VARIANTS)
    throw new SweepError(`A sweep has at most ${MAX_VARIANTS} variants, got ${all.length}.`)
  const fixed = Object.keys(given.parameters ?? {})
  const seen = new Set<string>()
  const variants: PlannedVariant[] = []
  for (const own of all) {
    const both = Object.keys(own).find((name) => fixed.includes(name))
    if (both !== undefined)
      throw new SweepError(`The parameter ${quote(both)} has both values to vary and one value for all variants.`)
    const values = { ...common, ...own }
    const key = keyOf(values)
    if (seen.has(key)) continue
    seen.add(key)
    variants.push({ index: variants.length, values })
  }
  const isInShare = shareOf(given.share)
  const mine = variants.filter(({ index }) => isInShare(index))
  return { variants: mine, total: variants.length, repeated: all.length - variants.length }
}

/** A text that is the same for the same values, in whatever order they are. */
export function keyOf(values: { readonly [parameter: string]: unknown }): string {
  const entries = Object.entries(values)
  return JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
}

/** The indexes of a share such as `3/16`: every sixteenth, from the third on, so that shares take as long as each other. */
function shareOf(share: unknown): (index: number) => boolean {
  if (share === undefined) return () => true
  const match = typeof share === 'string' ? /^(\d+)\/(\d+)$/.exec(share.trim()) : null
  const [which, count] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || !(which >= 1 && which <= count && Number.isSafeInteger(count))) {
    throw new SweepError(`A share is written INDEX/COUNT, such as 1/16 to 16/16, got ${formatValue(share)}.`)
  }
  return (index) => index % count === which - 1
}

function combinations(set: unknown): { readonly [parameter: string]: Value }[] {
  if (!isObject(set) || Array.isArray(set)) throw misuse(`sweep: set must be an object, got ${formatValue(set)}.`)
  const axes = Object.entries(set).map(([name, values]): [string, readonly Value[]] => {
    if (typeof values === 'string') return [name, valuesOf(name, values)]
    if (!Array.isArray(values)) throw misuse(`sweep: the values of ${formatValue(name)} must be a text or an array.`)
    return [name, values.map((value) => checked(name, value))]
  })
  if (axes.length === 0) throw new SweepError('A sweep needs values of at least one parameter.')
  const empty = axes.find(([, values]) => values.length === 0)
  if (empty) throw new SweepError(`The parameter ${quote(empty[0])} has no values.`)
  const count = axes.reduce((product, [, values]) => product * values.length, 1)
  if (count > MAX_VARIANTS) throw new SweepError(`A sweep has at most ${MAX_VARIANTS} variants, got ${count}.`)
  return axes.reduce<{ readonly [parameter: string]: Value }[]>(
    (variants, [name, values]) => variants.flatMap((variant) => values.map((value) => ({ ...variant, [name]: value }))),
    [{}],
  )
}

function listed(variants: unknown): { readonly [parameter: string]: Value }[] {
  if (!Array.isArray(variants)) throw misuse(`sweep: variants must be an array, got ${formatValue(variants)}.`)
  if (variants.length === 0) throw new SweepError('A sweep needs at least one variant.')
  return variants.map((variant: unknown, index) => {
    if (!isObject(variant) || Array.isArray(variant)) throw misuse(`sweep: variants[${index}] must be an object.`)
    return Object.fromEntries(Object.entries(variant).map(([name, value]) => [name, checked(name, value)]))
  })
}

function checked(name: string, value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value as Value
  throw misuse(
    `sweep: a value of ${formatValue(name)} must be a number, a text, or true or false, got ${formatValue(value)}.`,
  )
}

function text(csv: unknown): string {
  if (typeof csv === 'string') return csv
  throw misuse(`sweep: csv must be the text of a table, got ${formatValue(csv)}.`)
}
