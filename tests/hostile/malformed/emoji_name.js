// expect: syntax
const ‹U+1F600› = 1
