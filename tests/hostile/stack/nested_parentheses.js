// expect: stack
// time: 5000
const a = «(»×100000 1 «)»×100000
