// expect: ok
// time: 5000
const a = «9»×500000
