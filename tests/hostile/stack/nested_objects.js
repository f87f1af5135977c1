// expect: stack
// time: 5000
const a = «{ a: »×60000 1 «}»×60000
