// expect: stack ok
// time: 5000
const n = «1n + »×5000 1n
