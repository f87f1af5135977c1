// expect: ok
// time: 5000
const a = '«x»×1000000'
