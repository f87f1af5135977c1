// expect: stack
// time: 5000
const a = «[»×200000«]»×200000
