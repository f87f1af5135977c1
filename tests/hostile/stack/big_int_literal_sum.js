// expect: stack ok
const n = «1n + »×5000 1n
