// expect: promise
Promise.reject(new Proxy({}, { get() { for (;;) {} } }))
