// expect: reference
const a = 1‹U+2028›nothing()
