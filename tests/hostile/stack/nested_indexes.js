// expect: stack ok type
const a = [0]
«a[»×100000 0 «]»×100000
