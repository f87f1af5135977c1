// expect: stack ok type
const f = () => f
f«()»×100000
