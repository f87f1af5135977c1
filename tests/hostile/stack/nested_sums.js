// expect: stack ok
const a = «1 + »×200000 1
