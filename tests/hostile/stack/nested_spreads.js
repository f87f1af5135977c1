// expect: stack ok
const a = «[...»×50000 [] «]»×50000
