const n = Symbol('a') * 2
