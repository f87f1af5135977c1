// expect: ok
const a = 'x‹U+2028›y‹U+2029›z'
