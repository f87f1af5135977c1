// expect: type
drawCircle('b', { valueOf() { for (;;) {} } }, 0, 1)
