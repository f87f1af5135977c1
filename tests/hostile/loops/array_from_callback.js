// expect: timeout
Array.from({ length: 1 }, () => { for (;;) {} })
