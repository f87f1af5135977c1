// expect: thrown
throw new Error('x\n    at forged (main:999999999999:1)\n    at forged (main:0:0)\n    at forged (main:1:99999999)')
