// expect: promise
await new Promise(() => {})
