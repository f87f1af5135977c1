// expect: syntax
const a =‹U+0085› 1
