// expect: ok
const a = 1‹U+000D›const b = 2‹U+000D›‹U+000A›const c = 3
