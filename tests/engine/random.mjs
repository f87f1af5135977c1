// Random choices that a seed decides, the same on every machine.

export class Random {
  #state

  constructor(seed) {
    // A few rounds, so that neighbouring seeds do not begin alike.
    this.#state = (seed >>> 0) ^ 0x9e3779b9
    for (let i = 0; i < 8; i++) this.#next()
  }

  #next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** Returns a whole number below the limit. */
  below(limit) {
    return this.#next() % limit
  }

  /** Returns true in one of so many cases. */
  oneIn(count) {
    return this.below(count) === 0
  }

  pick(list) {
    return list[this.below(list.length)]
  }

  /** Makes a list of at least `min` and at most `max` things. */
  list(min, max, make) {
    return Array.from({ length: min + this.below(max - min + 1) }, (_, index) => make(index))
  }

  /** Picks one of `[weight, thing]`. */
  weighted(choices) {
    let rest = this.below(choices.reduce((sum, [weight]) => sum + weight, 0))
    for (const [weight, thing] of choices) {
      rest -= weight
      if (rest < 0) return thing
    }
    return undefined
  }
}
