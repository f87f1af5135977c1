// expect: ok
Object.freeze(Object.prototype)
Object.freeze(Array.prototype)
drawCircle('b', 0, 0, 1)
getDrawOrder()
