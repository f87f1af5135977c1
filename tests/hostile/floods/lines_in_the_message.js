// expect: thrown
throw new Error('\n    at drawCircle (main:1:1)'.repeat(10000))
