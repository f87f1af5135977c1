// expect: timeout
[1].map(() => { for (;;) {} })
