// expect: memory range type
new Uint8Array({ length: 2 ** 53 - 1 })
