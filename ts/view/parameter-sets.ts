type Value = number | string | boolean

/** The most values of a set: as many as a scene may have parameters. */
const MAX_VALUES = 1_000

/** The bounds of names and texts in a project; see `crates/project/src/parameter_sets.rs`. */
const MAX_NAME_LENGTH = 64
const MAX_TEXT_LENGTH = 10_000

/** A set that a page sends, or the name of one that is removed where its values are null. Throws what is wrong with it. */
export function checkSet(
  name: unknown,
  values: unknown,
): { readonly name: string; readonly values: { readonly [parameter: string]: Value } | null } {
  if (typeof name === 'string' && isName(name)) {
    if (values === null) return { name, values }
    if (isSet(values)) return { name, values }
  }
  throw new TypeError(`a set has a name of at most ${MAX_NAME_LENGTH} characters, and numbers, texts or ticks by name`)
}

function isName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME_LENGTH && name !== '__proto__'
}

function isSet(values: unknown): values is { readonly [parameter: string]: Value } {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return false
  const entries = Object.entries(values)
  return entries.length > 0 && entries.length <= MAX_VALUES && entries.every(([, value]) => isValue(value))
}

function isValue(value: unknown): value is Value {
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH
  return typeof value === 'boolean' || Number.isFinite(value)
}
