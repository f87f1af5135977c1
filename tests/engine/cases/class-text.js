// The text of a class is all of its source text (Function.prototype.toString).
class A { m() { return 1 } }
console.log(String(A))
console.log(`${class   Spaced   { /* kept */ static x = 1 }}`)
console.log([class {}, class extends A { constructor() { super() } }].map(String).join('; '))
console.log(new A().constructor + '', A.prototype.m + '')
const holder = { B: class B { #p = 1; get p() { return this.#p } } }
console.log(holder.B.toString())
