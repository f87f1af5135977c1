// ECMA-262: a class that is the value of a computed key has the name before its static elements are evaluated.
const symbol = Symbol('s')
const o = {
  ['a']: class {
    static read = this.name
  },
  ['b']: class {
    static name = 'own'
  },
  [symbol]: (class {
    static {
      this.read = this.name
    }
  }),
  [1]: class {
    static m() {}
  },
  ['c']: class C {
    static read = this.name
  },
  ['d']: () => {},
}
console.log(o.a.read, o.a.name, o.b.name, o[symbol].read, o[1].name, o.c.read, o.c.name, o.d.name)
console.log(Object.getOwnPropertyNames(o[1]).join())
