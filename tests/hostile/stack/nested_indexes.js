// expect: stack ok type
// time: 5000
const a = [0]
«a[»×100000 0 «]»×100000
