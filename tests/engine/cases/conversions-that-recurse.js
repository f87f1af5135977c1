// A conversion may use its own object, and an array within itself is empty where it is joined (OrdinaryToPrimitive, Array.prototype.join).
const o = { n: 2, valueOf() { return this.n-- > 0 ? o + 1 : 40 } }
const list = [1, [2]]
list.push(list)
console.log(`${o + 0} ${list} ${[list, list].join('|')}`)
