// expect: stack ok
const a = «1 ? 1 : »×100000 1
