// ECMA-262: symbols are held weakly like objects, but for those of `Symbol.for`.
const attempt = (work) => {
  try {
    console.log(String(work()))
  } catch (error) {
    console.log(error.name)
  }
}
const own = Symbol('own')
const registered = Symbol.for('registered')
const map = new WeakMap([[own, 1]])
attempt(() => [map.get(own), map.has(own), map.has(Symbol('own')), map.has(registered)])
attempt(() => map.set(own, 2).get(own))
attempt(() => map.set(Symbol.iterator, 3).get(Symbol.iterator))
attempt(() => map.set(registered, 4))
attempt(() => [map.delete(own), map.delete(own), map.get(own), map.delete(registered)])
const set = new WeakSet([own])
attempt(() => [set.has(own), set.add(own) === set, set.delete(own), set.has(own)])
attempt(() => set.add(registered))
attempt(() => new WeakRef(own).deref() === own)
attempt(() => new WeakRef(registered))
attempt(() => new WeakRef('text'))
const registry = new FinalizationRegistry(() => {})
attempt(() => [registry.register(own, 1, own), registry.unregister(own), registry.unregister(own)])
attempt(() => registry.register({}, 1, own))
attempt(() => registry.unregister(own))
attempt(() => registry.register(registered, 1))
attempt(() => registry.register(own, own))
attempt(() => registry.register({}, 1, registered))
attempt(() => registry.unregister(registered))
