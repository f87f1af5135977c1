// expect: ok
«if (0) { a(b, c, d, e) }»×5000
