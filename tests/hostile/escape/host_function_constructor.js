// expect: type
drawCircle.constructor('return 1')()
