// expect: type
globalThis.Math = null
Math.random()
