// expect: stack ok
const s = «`${»×50000 1 «}`»×50000
