// expect: thrown
drawText('t', 'x', 0, 0, 1, new Proxy({}, { ownKeys() { throw new Error('keys') } }))
