// expect: thrown
throw Symbol('s')
