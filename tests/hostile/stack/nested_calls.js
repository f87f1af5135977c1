// expect: stack
// time: 5000
const f = (x) => x
«f(»×100000 1 «)»×100000
