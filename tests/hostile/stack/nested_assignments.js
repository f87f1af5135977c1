// expect: stack ok
// time: 5000
let a
«a = »×100000 1
