// expect: stack ok
const a = «typeof »×100000 1
