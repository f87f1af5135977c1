// expect: ok stack
const it = { toString: () => String(it) }
String(it)
