import type { Drawn } from './wire-types.js'

/** The digits of a scale, and the digits of a coordinate that the picture can show. */
const SCALE_DIGITS = 4
const PLACE_DIGITS = 4

const MAX_DECIMALS = 6

/** The fields of an answer that the description of its picture repeats. */
const SAID: ReadonlySet<string> = new Set(['picture', 'scale', 'units', 'shown', 'marked'])

/**
 * Describes a picture for a host that shows none: its size, its scale, its marks, and its file. Empty without a
 * picture.
 */
export function describePicture(structure: object, path: string | undefined): string | undefined {
  const drawn = drawnIn(structure)
  const about = drawn && describeDrawn(drawn)
  const file = path === undefined ? undefined : `The file: ${path}`
  const words = [about, file].filter((part) => part !== undefined)
  return words.length === 0 ? undefined : words.join('\n')
}

/** The answer without the fields that the description repeats, except for the size. */
export function withoutDrawn<Answer extends { readonly data: unknown }>(answer: Answer): Answer {
  const fields = Object.entries(answer.data ?? {}).filter(([name]) => !SAID.has(name))
  return { ...answer, data: Object.fromEntries(fields) }
}

function describeDrawn({ width, height, scale, units, shown, marked }: Drawn): string {
  const size = `Picture of ${width} × ${height} px`
  if (scale === undefined || !shown) return `${size}.`
  const unit = units ?? 'unit'
  const { min, max } = shown
  const range = (index: 0 | 1): string => rangeOf(min[index] ?? 0, max[index] ?? 0)
  const place = `1 ${unit} is ${Number(scale.toPrecision(SCALE_DIGITS))} px; x from ${range(0)}, y from ${range(1)} ${unit}, y up`
  return `${size}: ${place}.${marked ? ` ${marksOf(marked)}` : ''}`
}

function marksOf({ added, changed, removed }: NonNullable<Drawn['marked']>): string {
  const counts = [
    added > 0 && `${added} added (green)`,
    changed > 0 && `${changed} changed (orange)`,
    removed > 0 && `${removed} removed (red)`,
  ].filter((part) => part !== false)
  return counts.length === 0 ? 'Nothing is marked.' : `Marked: ${counts.join(', ')}.`
}

/** The facts about the picture of an answer: for `render` the data, for `check` a part of them. */
function drawnIn(structure: object): Drawn | undefined {
  const { data } = structure as { readonly data?: Partial<Drawn> & { readonly picture?: Drawn } }
  if (data?.picture) return data.picture
  return data?.width !== undefined && data.height !== undefined ? (data as Drawn) : undefined
}

/** Two coordinates, as exactly as a picture between them shows. */
function rangeOf(min: number, max: number): string {
  const magnitude = Math.floor(Math.log10(Math.max(max - min, Number.MIN_VALUE)))
  const decimals = Math.min(MAX_DECIMALS, Math.max(0, PLACE_DIGITS - 1 - magnitude))
  const short = (value: number): string => String(Number(value.toFixed(decimals)) + 0)
  return `${short(min)} to ${short(max)}`
}
