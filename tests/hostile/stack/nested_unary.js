// expect: stack ok
const a = «!»×200000 1
