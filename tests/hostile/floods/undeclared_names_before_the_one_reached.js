// expect: reference
if (0) {
«missing()‹U+000A›»×100000}
missing()
