// expect: timeout
await { then() { for (;;) {} } }
