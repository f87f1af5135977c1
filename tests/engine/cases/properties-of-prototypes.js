// RegExp.prototype has no lastIndex; propertyIsEnumerable without an argument asks for 'undefined'.
console.log(RegExp.prototype.lastIndex, 'lastIndex' in RegExp.prototype, Object.hasOwn(/a/, 'lastIndex'))
const proxy = new Proxy({ undefined: 1 }, { getOwnPropertyDescriptor(target, key) { console.log('asked for', key); return Reflect.getOwnPropertyDescriptor(target, key) } })
console.log(Object.prototype.propertyIsEnumerable.call(proxy), Object.prototype.hasOwnProperty.call(proxy))
// An accessor property has both fields, whichever function is missing (6.1.7.1).
const fields = (object, key) => Object.keys(Object.getOwnPropertyDescriptor(object, key)).join()
console.log(fields(Map, Symbol.species), fields(Map.prototype, 'size'), fields(RegExp.prototype, 'flags'), fields({ set x(v) {} }, 'x'))
