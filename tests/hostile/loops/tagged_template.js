// expect: timeout
(() => { for (;;) {} })`text`
