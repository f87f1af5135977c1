drawLine('l', [0, 0, 5, 5])
console.log(getArea('l'))
