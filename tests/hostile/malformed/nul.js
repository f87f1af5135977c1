// expect: invalid_input
const a = 1‹U+0000›
