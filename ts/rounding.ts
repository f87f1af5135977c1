/** Decimal digits in answers: a millionth of the unit, far finer than anyone cuts, draws or measures. */
const DIGITS = 6

/** Beyond this a number has no digits at the sixth place: a double has fewer than sixteen in all. */
const MAX_ROUNDED = 2 ** 53 / 10 ** DIGITS

/**
 * A copy in which numbers end at 1e-6. The seventeen digits of `-76.55216465578425` cost a model six tokens more, and say
 * nothing. The library itself answers with every digit.
 */
export function roundedNumbers<Value>(value: Value): Value {
  return rounded(value) as Value
}

function rounded(value: unknown): unknown {
  if (typeof value === 'number') {
    if (Number.isInteger(value) || Math.abs(value) > MAX_ROUNDED) return value
    return Number(value.toFixed(DIGITS)) + 0
  }
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]))
}
