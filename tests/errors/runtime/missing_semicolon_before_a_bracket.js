const a = 5
[1, 2].forEach(n => drawCircle('c' + n, 0, 0, n))
