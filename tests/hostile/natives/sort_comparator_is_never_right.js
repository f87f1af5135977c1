// expect: ok
const list = Array.from({ length: 1000 }, (_, n) => n)
list.sort(() => 1); list.sort(() => -1); list.sort(() => NaN); list.sort(() => ({})); list.sort(() => Infinity)
