// expect: timeout
const it = { get x() { for (;;) {} } }
it.x
