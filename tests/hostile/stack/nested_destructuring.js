// expect: stack type ok
const «[»×50000 a «]»×50000 = []
