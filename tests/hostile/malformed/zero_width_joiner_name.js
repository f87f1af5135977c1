// expect: ok
const a‹U+200D›b = 1
