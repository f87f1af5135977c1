// expect: ok type
const list = Array.from({ length: 100 }, (_, n) => 100 - n)
list.sort((a, b) => { list.length = 0; list.push(1, 2, 3); return a - b })
