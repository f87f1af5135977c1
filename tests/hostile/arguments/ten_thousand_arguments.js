// expect: ok type
drawCircle('b', 0, 0, 1, ...new Array(10000).fill(1))
