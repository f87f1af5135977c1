// expect: timeout
'a'.replace(/a/, () => { for (;;) {} })
