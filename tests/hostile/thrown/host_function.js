// expect: thrown
throw drawCircle
