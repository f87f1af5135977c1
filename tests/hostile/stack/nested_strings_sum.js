// expect: stack ok memory
const a = «'a' + »×100000 'a'
