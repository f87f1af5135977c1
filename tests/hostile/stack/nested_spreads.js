// expect: stack ok
// time: 5000
const a = «[...»×50000 [] «]»×50000
