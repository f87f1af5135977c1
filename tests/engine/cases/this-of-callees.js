// ECMA-262: a tagged template and an optional call get `this` as a plain call does: from the object of a property, also in
// parentheses, or from the object of a `with` statement that has the name.
const o = {
  isThis() {
    return this === o
  },
  inner: {
    isThis() {
      return this === o.inner
    },
  },
}
console.log((o.isThis)`x`, (o?.isThis)`x`, (o['isThis'])`x`, (o.inner.isThis)`x`, (o?.inner.isThis)`x`, (0, o.isThis)`x`)
console.log((o.isThis)(), (o?.isThis)(), (o.isThis)?.(), (0, o.isThis)?.())
with (o) {
  console.log(isThis(), (isThis)(), isThis?.(), (isThis)?.(), isThis`x`, (isThis)`x`, (0, isThis)())
  console.log(inner.isThis?.(), (inner?.isThis)`x`)
}
// The name is looked up once.
const asked = []
const watched = new Proxy(o, {
  has(target, key) {
    if (typeof key === 'string') asked.push(key)
    return key === 'isThis'
  },
})
with (watched) {
  isThis()
}
console.log(asked.join())
// Names that the object does not have, and functions around and in the statement.
with ({ y: 1 }) {
  const plain = function () {
    'use strict'
    return this
  }
  console.log(plain(), plain?.(), plain`x`, (() => plain())())
}
