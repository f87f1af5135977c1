// expect: stack
// time: 5000
const f = () => new Map([[1, 1]]).forEach(f)
f()
