// expect: ok type
Reflect.apply(drawCircle, globalThis, ['b', 0, 0, 1])
