// expect: stack ok
// time: 5000
const a = «!»×200000 1
