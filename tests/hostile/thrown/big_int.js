// expect: thrown
throw 1n
