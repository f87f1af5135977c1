// expect: stack ok
await 1; const a = «await »×10000 1
