// `this` in an arrow function within others is that of the function around all of them, also after it returned (ResolveThisBinding).
class Part {
  constructor(size) { this.size = size; this.later = () => () => this.size }
  twice() { return () => () => this.size }
  deep() { return () => () => () => () => this.size }
  withDefaults() { return (a = () => this.size) => (b = a) => b() + this.size }
  async waits() { return async () => async () => this.size }
  *steps() { yield () => () => this.size }
  field = () => () => this.size
  static made = () => () => this.name
  static { this.block = () => () => this.name }
  nested() {
    return () => class {
      own = 'own'
      inner = () => () => this.own;
      [(() => () => this.size)()()]() {}
      static of = [() => () => typeof this]
    }
  }
}
const part = new Part(5)
console.log(part.later()(), part.twice()()(), part.deep()()()()(), part.withDefaults()()(), part.field()())
console.log([...part.steps()].map((step) => step()()).join(), Part.made()(), Part.block()())
const Inner = part.nested()()
console.log(new Inner().inner()(), Object.getOwnPropertyNames(Inner.prototype).join(), Inner.of[0]()())
part.waits().then((first) => first()).then((second) => second()).then((size) => console.log('later', size))

const kept = []
const keep = (it) => kept.push(it)
function sloppy() { [1].forEach(() => keep(() => typeof this)) }
function strict() { 'use strict'; [1].forEach(() => keep(() => typeof this)) }
sloppy.call(5)
strict.call(5)
strict()
const object = { size: 7, read() { return () => () => this.size }, get got() { return () => () => this.size } }
keep(() => `${object.read()()()} ${object.got()()}`)
;(function () { keep(() => (() => (() => this.size)())()) }).call({ size: 9 })
function* outer() { const inner = () => () => this.size; yield inner }
keep(() => [...outer.call({ size: 11 })][0]()())
class Super { base() { return 'base' } }
class Sub extends Super { constructor() { const later = () => () => super(); later()(); this.read = () => () => super.base() + this.size; this.size = 1 } }
keep(() => new Sub().read()())
console.log(kept.map((it) => it()).join(' '))
