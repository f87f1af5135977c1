// expect: timeout
drawText('t', 'x', 0, 0, 1, { get align() { for (;;) {} } })
