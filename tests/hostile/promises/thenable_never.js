// expect: promise
await { then() {} }
