// expect: ok
const a = «[»×1000«]»×1000
