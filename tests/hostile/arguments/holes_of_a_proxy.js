// expect: range type thrown
drawPolygon('p', [0, 0, 1, 0, 1, 1], new Proxy([], { get: (t, key) => (key === 'length' ? 1e7 + 1 : []) }))
