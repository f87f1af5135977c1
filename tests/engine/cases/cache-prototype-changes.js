// A property is what the prototype has now (OrdinaryGet).
const read = o => o.x
const p = { w: 0, x: 1, y: 2 }, o = Object.create(p)
console.log(`${read(o)} ${read(o)}`)
delete p.w
console.log(String(read(o)))
Object.defineProperty(p, 'x', { get() { return 'got' }, configurable: true })
console.log(String(read(o)))
Object.defineProperty(p, 'x', { set() {}, configurable: true })
console.log(String(read(o)))
delete p.x
console.log(String(read(o)))
p.x = 'again'
o.x = 'own'
console.log(`${read(o)} ${read(p)}`)
delete o.x
Object.setPrototypeOf(o, { x: 'other' })
console.log(String(read(o)))
