// expect: timeout
[1, 2].reduce(() => { for (;;) {} })
