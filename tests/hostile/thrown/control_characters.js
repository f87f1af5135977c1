// expect: thrown
throw new Error('\0\x07\x1b[2J\u202e')
