// expect: thrown
throw new ArrayBuffer(1 << 20)
