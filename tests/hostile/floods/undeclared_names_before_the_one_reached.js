// expect: reference
// time: 5000
if (0) {
«missing()‹U+000A›»×100000}
missing()
