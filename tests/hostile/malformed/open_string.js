// expect: syntax
const a = '
