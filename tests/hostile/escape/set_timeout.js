// expect: reference
setTimeout(() => {}, 0)
