// expect: syntax
const a = '\u{110000}'
