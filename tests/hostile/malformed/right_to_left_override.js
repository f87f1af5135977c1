// expect: syntax
const a‹U+202E› = 1
