/** The value of a parameter as a shell or a table writes it: a number, `true` or `false` where it looks like one; in double
 * quotes it stays a text. */
export function readValue(text: string): number | boolean | string {
  if (text === 'true' || text === 'false') return text === 'true'
  if (isNumber(text)) return Number(text)
  const quoted = /^"(.*)"$/s.exec(text)
  return quoted?.[1] ?? text
}

/** True for a finite number in digits. */
export function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
}
