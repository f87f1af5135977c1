// expect: syntax
const a = /(?<a>x)(?<a>y)\k<b>/u
