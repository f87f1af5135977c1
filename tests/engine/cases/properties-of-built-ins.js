// Properties of built-in functions: species of %TypedArray% alone (23.2.2.4), AsyncFunction.prototype.constructor read-only (27.7.3.1).
console.log([Int8Array, Float64Array, BigInt64Array].map(C => Object.hasOwn(C, Symbol.species)).join())   // false,false,false
console.log(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(async function () {}), 'constructor').writable)   // false
