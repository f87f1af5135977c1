// expect: memory timeout ok
console.log(new Array(2 ** 32 - 1))
