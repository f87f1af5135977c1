// One process may hold two copies of this package: a bundler puts one into what it writes, and Node loads another for a
// dependency. `instanceof` compares prototypes, which each copy has of its own, so the classes carry a mark besides.

/** The mark of a class, the same in every copy of this package. */
export function brandOf(name: string): symbol {
  return Symbol.for(`scenewright.${name}`)
}

/**
 * What `Symbol.hasInstance` of a branded class answers: whether a value is an instance of the class in any copy of this package. A
 * class that extends it is compared as usual, since its own instances alone are meant.
 */
export function isBranded(of: unknown, base: unknown, brand: symbol, value: unknown): boolean {
  if (of !== base) return Function.prototype[Symbol.hasInstance].call(of as () => void, value)
  return typeof value === 'object' && value !== null && brand in value
}
