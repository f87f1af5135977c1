// expect: memory timeout type range ok
drawLine('l', new Proxy([], { get: (t, key) => (key === 'length' ? 10000000 : 1) }))
