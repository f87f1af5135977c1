// expect: timeout
function* silent() { for (;;) {} }
silent().next()
