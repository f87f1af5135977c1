// expect: invalid_input
const a = 'x‹U+0000›y'
