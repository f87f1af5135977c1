// expect: ok
console.log = null
globalThis.console = 5
drawCircle('b', 0, 0, 1)
