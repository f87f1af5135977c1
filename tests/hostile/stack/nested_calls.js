// expect: stack
const f = (x) => x
«f(»×100000 1 «)»×100000
