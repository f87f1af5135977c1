// expect: type
eval('1')
