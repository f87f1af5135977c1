// expect: stack ok type
// time: 5000
const f = () => f
f«()»×100000
