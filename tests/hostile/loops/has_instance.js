// expect: timeout
1 instanceof { [Symbol.hasInstance]() { for (;;) {} } }
