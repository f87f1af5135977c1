// expect: stack ok
let a
«a = »×100000 1
