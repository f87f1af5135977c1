// expect: thrown
throw globalThis
