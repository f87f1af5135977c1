// expect: ok
// time: 5000
«if (0) { a(b, c, d, e) }»×5000
