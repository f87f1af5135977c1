// expect: ok memory timeout
console.log(...new Array(1 << 20).fill('x'))
