// expect: stack
const a = «(»×100000 1 «)»×100000
