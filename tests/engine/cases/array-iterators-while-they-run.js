// A getter that an array iterator runs may use the iterator (%ArrayIteratorPrototype%.next, 23.1.5.2.1).
const o = { length: 2, get 0() { it.seen = 1; return 'a' }, 1: 'b' }
const it = Array.prototype.values.call(o)
console.log([...it].join(), it.seen)                                    // a,b 1
let keys
const p = new Proxy([1, 2], { get(t, k, r) { if (keys) keys.last = k; return Reflect.get(t, k, r) } })
keys = p[Symbol.iterator]()
console.log([...keys].join(), keys.last)                                // 1,2 length
