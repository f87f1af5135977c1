// expect: syntax
const a = /[
