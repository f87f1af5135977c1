// expect: stack
const it = { set x(value) { it.x = value } }
it.x = 1
