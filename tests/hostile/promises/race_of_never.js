// expect: promise
await Promise.race([])
