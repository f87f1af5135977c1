// expect: reference
new Worker('data:text/javascript,1')
