// expect: ok
const a =‹U+FEFF› 1
