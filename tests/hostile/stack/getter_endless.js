// expect: stack
const it = { get x() { return it.x } }
it.x
