// expect: stack ok
// time: 5000
const a = «1 + »×200000 1
