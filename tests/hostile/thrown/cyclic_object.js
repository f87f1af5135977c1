// expect: thrown
const a = {}
a.a = a
throw a
