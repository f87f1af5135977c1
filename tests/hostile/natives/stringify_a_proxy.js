// expect: timeout memory
JSON.stringify(new Proxy([], { get: (t, key) => (key === 'length' ? 2 ** 53 - 1 : 1) }))
