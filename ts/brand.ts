// One process may hold two copies of this package: a bundler puts one into what it writes, and Node loads another for a
// dependency. `instanceof` compares prototypes, and each copy has its own, so the classes also carry a mark.

/**
 * Marks a class, so that `instanceof` also holds for instances of the class of that name in another copy of this package. A class
 * that extends it is compared as usual, since only its own instances are meant.
 */
export function brand(base: { readonly prototype: object }, name: string): void {
  const mark = Symbol.for(`scenewright.${name}`)
  Object.defineProperty(base.prototype, mark, { value: true })
  Object.defineProperty(base, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== base) return Function.prototype[Symbol.hasInstance].call(this as () => void, value)
      return typeof value === 'object' && value !== null && mark in value
    },
  })
}
