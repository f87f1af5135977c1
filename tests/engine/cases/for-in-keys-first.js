// for-in collects the keys of an object and its prototypes before it visits one (EnumerateObjectProperties).
const proto = { x: 1, y: 2 }, object = Object.create(proto, { a: { value: 1, enumerable: true, configurable: true }, y: { value: 1 } })
for (const key in object) { console.log(key); proto.late = 1; delete proto.x; object.more = 1 }
const watched = (name, target) => new Proxy(target, {
  ownKeys(t) { console.log(name, 'ownKeys'); return Reflect.ownKeys(t) },
  getOwnPropertyDescriptor(t, k) { console.log(name, 'describe', k); return Reflect.getOwnPropertyDescriptor(t, k) },
  getPrototypeOf(t) { console.log(name, 'prototype'); return Reflect.getPrototypeOf(t) },
})
for (const key in watched('own', { a: 1, b: 2 })) console.log(key)
for (const key in Object.create(watched('proto', { c: 1 }))) console.log(key)
for (const key in watched('outer', Object.create(watched('inner', { d: 1 })))) console.log(key)
