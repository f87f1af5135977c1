// expect: type
TypeError.prototype.name = 'Nothing'
globalThis.TypeError = null
globalThis.Error = undefined
null.x
