// expect: timeout
Object.keys(new Proxy({}, { ownKeys() { for (;;) {} } }))
