// expect: type range
drawCircle('b', 0, 0, 1)
setFill('b', new Proxy([], { get: () => 1 }))
