// expect: stack ok
// time: 5000
await 1; const a = «await »×10000 1
