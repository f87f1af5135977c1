// expect: syntax
let a; let a
