// expect: stack ok
// time: 5000
const b = {}
const a = b«?.a»×100000
