// expect: ok
// time: 5000
const a = «[»×1000«]»×1000
