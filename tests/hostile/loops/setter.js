// expect: timeout
const it = { set x(value) { for (;;) {} } }
it.x = 1
