// expect: stack
const a = «[»×200000«]»×200000
