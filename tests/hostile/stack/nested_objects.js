// expect: stack
const a = «{ a: »×60000 1 «}»×60000
