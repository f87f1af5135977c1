// expect: stack type ok
// time: 5000
const «[»×50000 a «]»×50000 = []
