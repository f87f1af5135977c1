// expect: ok
Function.prototype.call = Function.prototype.apply = null
drawCircle('b', 0, 0, 1)
