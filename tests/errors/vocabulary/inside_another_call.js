drawCircle('a', 0, 0, 5)
console.log(getArea('aa').toFixed(2))
