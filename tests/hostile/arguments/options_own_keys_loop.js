// expect: timeout
drawText('t', 'x', 0, 0, 1, new Proxy({}, { ownKeys() { for (;;) {} } }))
