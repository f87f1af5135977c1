// expect: thrown
const o = { ['f (main:1:1)\n    at x (main:1:1']() { throw new Error('x') } }
Object.values(o)[0]()
