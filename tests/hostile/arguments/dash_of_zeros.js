// expect: range ok type
drawCircle('b', 0, 0, 1)
setStroke('b', 'red', 1, { dash: [0, 0, 0] })
