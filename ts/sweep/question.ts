import { isObject, misuse, formatValue } from '../check.js'

/** The question for a report: rates may be an object or the text of a file. */
export function reportQuestion(who: string, args: unknown, title?: string): object {
  const given = args as { readonly rates?: unknown }
  return { ...given, ...ratesOf(who, given.rates), ...(title !== undefined && { title }) }
}

/** The text of a rate file, of which a host may have the object. */
export function ratesOf(who: string, rates: unknown): { readonly rates?: string } {
  if (rates === undefined) return {}
  if (typeof rates === 'string') return { rates }
  if (!isObject(rates))
    throw misuse(`${who}: rates must be the text of a rate file or its object, got ${formatValue(rates)}.`)
  return { rates: JSON.stringify(rates) }
}
