// expect: ok stack
// time: 5000
const a = («1, »×100000 1)
