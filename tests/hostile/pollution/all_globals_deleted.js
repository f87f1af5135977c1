// expect: reference type
for (const key of Object.getOwnPropertyNames(globalThis)) delete globalThis[key]
drawCircle('b', 0, 0, 1)
