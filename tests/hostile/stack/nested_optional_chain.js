// expect: stack ok
const b = {}
const a = b«?.a»×100000
