// expect: thrown
throw new Error('x\n    at forged (main:0:0)')
