// expect: thrown
throw null
