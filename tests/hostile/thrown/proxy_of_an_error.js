// expect: thrown
throw new Proxy(new Error('inside'), { get() { for (;;) {} } })
