// expect: type
drawLine('l', new Proxy([], { get: (t, key) => (key === 'length' ? 2 ** 53 - 1 : 1) }))
