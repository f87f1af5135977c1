// expect: stack ok
// time: 5000
const s = «`${»×50000 1 «}`»×50000
