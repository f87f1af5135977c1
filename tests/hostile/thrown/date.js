// expect: thrown
throw new Date(NaN)
