// expect: timeout
'x' in new Proxy({}, { has() { for (;;) {} } })
