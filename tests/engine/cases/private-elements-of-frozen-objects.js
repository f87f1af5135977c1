// ECMA-262: private elements are no properties: an object that is not extensible gets them too.
class Frozen {
  constructor() {
    Object.freeze(this)
  }
}
class Point extends Frozen {
  #x = 1
  #move() {
    this.#x++
  }
  get #double() {
    return this.#x * 2
  }
  read() {
    this.#move()
    return [this.#x, this.#double, Object.isFrozen(this)].join()
  }
}
console.log(new Point().read())
class Same {
  constructor(it) {
    return it
  }
}
class Stamped extends Same {
  #mark = true
  static has(it) {
    return #mark in it
  }
}
const asked = []
const watched = new Proxy({}, { isExtensible: () => asked.push('asked') > 0 })
for (const it of [Object.preventExtensions({}), Object.seal([]), watched]) {
  new Stamped(it)
  console.log(Stamped.has(it))
}
console.log(asked.length)
