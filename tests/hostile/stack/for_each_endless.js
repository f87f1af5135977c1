// expect: stack
const f = () => new Map([[1, 1]]).forEach(f)
f()
