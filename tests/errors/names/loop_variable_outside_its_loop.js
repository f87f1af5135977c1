for (let i = 0; i < 3; i++) drawCircle('c' + i, 10 * i, 0, 4)
setFill('c' + i, 'red')
