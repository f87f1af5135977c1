// expect: thrown
throw undefined
