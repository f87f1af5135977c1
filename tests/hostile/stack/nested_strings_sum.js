// expect: stack ok memory
// time: 5000
const a = «'a' + »×100000 'a'
