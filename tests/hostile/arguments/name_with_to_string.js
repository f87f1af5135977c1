// expect: type
drawCircle({ toString() { for (;;) {} } }, 0, 0, 1)
