// SuperProperty evaluates its expression before it takes the prototype, and takes that before the value becomes a key. DeleteBinding reads no
// binding. Normalization leaves lone surrogates. A date with a year of six digits that is out of range is none.
// https://tc39.es/ecma262/#sec-super-keyword-runtime-semantics-evaluation
const first = { x: 'first', f() { return 'f of first' } }
const second = { x: 'second', f() { return 'f of second' }, set q(value) { console.log('set', value) } }
const made = () => ({
  __proto__: first,
  get() { return super[(Object.setPrototypeOf(this, second), 'x')] },
  call() { return super[(Object.setPrototypeOf(this, second), 'f')]() },
  set() { super[(Object.setPrototypeOf(this, second), 'q')] = 4 },
  count() { super[(Object.setPrototypeOf(this, { n: 5 }), 'n')]++; return this.n },
  add() { super[(Object.setPrototypeOf(this, { n: 5 }), 'n')] += 3; return this.n },
  none() { try { return super[(Object.setPrototypeOf(this, null), 'x')] } catch (error) { return error.name } },
})
console.log(made().get(), made().call(), made().count(), made().add(), made().none())
made().set()
console.log(delete early)
let early = 1
{ console.log(delete Early); class Early {} }
function inside() { return delete later; let later }
console.log(inside())
function parameters(a = delete b, b) { return a }
console.log(parameters())
switch (0) { case 0: console.log(delete chosen); break; case 1: let chosen }
const codes = (text) => [...text].map((letter) => letter.codePointAt(0).toString(16)).join(' ')
console.log(codes('e\u0301\ud800'.normalize()), codes('\ufb01\udc00'.normalize('NFKD')), codes('\ud83d\ude00e\u0301'.normalize()))
console.log(codes('e\ud800\u0301'.normalize()), ''.normalize() === '')
console.log(Date.parse('-271821-04-19'), new Date('-271822').getTime(), Date.parse('+275760-09-14'))
console.log(Date.parse('-271821-04-20'), Date.parse('+012345-01-01T00:00Z'), Date.parse('+275760-09-13'))
