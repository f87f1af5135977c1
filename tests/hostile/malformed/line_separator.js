// expect: ok
const a = 1‹U+2028›const b = 2
