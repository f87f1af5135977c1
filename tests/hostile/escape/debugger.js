// expect: ok
debugger
