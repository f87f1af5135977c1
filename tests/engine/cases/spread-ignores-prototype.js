// Elements of literals and arguments are defined, whatever Array.prototype has (CreateDataProperty, not Set).
Object.defineProperty(Array.prototype, 0, { set() { throw 'set' }, configurable: true })
Object.defineProperty(Array.prototype, 1, { value: 'read-only', configurable: true })
const f = (...values) => values.length
const results = { max: Math.max(...[1, 2, 3]), text: [...'asd'], count: [0, ...[1, 2]].length, codes: String.fromCharCode(...new Set([65, 66])),
  made: new Array(...[5, 6]), rest: f(...'abc'), chain: f?.(...[1, 2]), reflect: Reflect.construct(Array, [...[7, 8]]) }
delete Array.prototype[0]
delete Array.prototype[1]
console.log(JSON.stringify(results))
