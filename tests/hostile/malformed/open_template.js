// expect: syntax
const a = `${
