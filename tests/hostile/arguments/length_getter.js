// expect: timeout range type
drawLine('l', new Proxy([], { get: (t, key) => { for (;;) {} } }))
