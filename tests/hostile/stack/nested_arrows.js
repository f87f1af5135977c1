// expect: stack ok
const f = «() => »×100000 1
