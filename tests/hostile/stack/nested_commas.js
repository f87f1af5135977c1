// expect: ok stack
const a = («1, »×100000 1)
