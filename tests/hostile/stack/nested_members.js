// expect: stack ok type
// time: 5000
const a = {}
a«.a»×5000
