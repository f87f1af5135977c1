// expect: thrown
throw new Proxy({}, { get() { for (;;) {} }, ownKeys() { for (;;) {} }, getOwnPropertyDescriptor() { for (;;) {} } })
