// expect: ok
const a = «9»×500000
