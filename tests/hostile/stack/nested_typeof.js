// expect: stack ok
// time: 5000
const a = «typeof »×100000 1
