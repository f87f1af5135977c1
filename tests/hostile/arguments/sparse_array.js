// expect: range type
drawLine('l', new Array(2 ** 32 - 1))
