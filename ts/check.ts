import { ScenewrightError } from './errors.js'
import { nearestName } from './nearest.js'

// A caller may pass anything: an object whose getters throw, a revoked proxy, a value that cannot be converted to a
// string. The functions here read such a value at most once, and never throw an error of the caller's code.

/** The library was not used as its types say. */
export function misuse(message: string, cause?: unknown): ScenewrightError {
  return new ScenewrightError('invalid_input', message, cause === undefined ? undefined : { cause })
}

/** True if a value is an object with named members. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isArray(value)
}

/** Describes the type of a value, for an error. */
export function nameOfType(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value)
  } catch {
    // A proxy that was revoked.
    return false
  }
}

/** Describes a value: a short text by its contents, any other value by its type. */
export function formatValue(value: unknown): string {
  return typeof value === 'string' && value.length <= 40 ? `'${value}'` : nameOfType(value)
}

/** Describes a thrown value as text, whatever it is. */
export function describeThrown(thrown: unknown): string {
  try {
    const words: unknown = thrown instanceof Error ? thrown.message || thrown.name : thrown
    return String(words)
  } catch {
    return 'something that cannot be shown'
  }
}

/** Runs a function that reads a value of the caller. An error of the reading is reported as misuse. */
export function reading<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof ScenewrightError) throw thrown
    throw misuse(`${what} could not be read: ${describeThrown(thrown)}`, thrown)
  }
}

/**
 * The options of a call, each read once. `example` shows what they look like. If `known` lists the options, any other one is
 * misuse: a misspelt `signal` would leave a call that nothing cancels.
 */
export function readOptions<Options extends object>(
  who: string,
  example: string,
  options: Options | undefined,
  known?: readonly (keyof Options & string)[],
): Partial<Options> {
  if (options === undefined) return {}
  if (!isObject(options)) {
    throw misuse(`${who}: the options must be an object such as ${example}, got ${nameOfType(options)}.`)
  }
  const read = reading(`${who}: the options`, () => ({ ...options }))
  const unknown = known && Object.keys(read).find((name) => !(known as readonly string[]).includes(name))
  if (unknown !== undefined) {
    const near = nearestName(unknown, known ?? [])
    const guess = near === undefined ? '' : ` Did you mean ${near}?`
    throw misuse(`${who}: there is no option ${formatValue(unknown)}.${guess} Options: ${known?.join(', ')}.`)
  }
  return read
}

/** The commit that a change builds on. */
export function requireBase(who: string, base: unknown): string | undefined {
  if (base === undefined || (typeof base === 'string' && base !== '')) return base
  throw misuse(`${who}: base must be the id of a commit, got ${base === '' ? "''" : nameOfType(base)}.`)
}

/** A signal of another realm or of a library is accepted too. */
export function requireSignal(who: string, signal: unknown): AbortSignal | undefined {
  if (signal === undefined) return undefined
  const isSignal = reading(`${who}: signal`, () => {
    if (!isObject(signal)) return false
    const { aborted, addEventListener, removeEventListener } = signal as Partial<AbortSignal>
    return (
      typeof aborted === 'boolean' &&
      typeof addEventListener === 'function' &&
      typeof removeEventListener === 'function'
    )
  })
  if (!isSignal) throw misuse(`${who}: signal must be an AbortSignal, got ${formatValue(signal)}.`)
  return signal as AbortSignal
}

export function requireFunction(who: string, name: string, value: unknown): void {
  if (typeof value !== 'function') throw misuse(`${who}: ${name} must be a function, got ${formatValue(value)}.`)
}

export function requireText(who: string, name: string, value: unknown): void {
  if (typeof value !== 'string') throw misuse(`${who}: ${name} must be a string, got ${nameOfType(value)}.`)
}
