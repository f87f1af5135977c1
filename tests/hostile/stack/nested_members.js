// expect: stack ok type
const a = {}
a«.a»×5000
