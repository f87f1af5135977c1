// expect: stack ok
// time: 5000
const f = «() => »×100000 1
