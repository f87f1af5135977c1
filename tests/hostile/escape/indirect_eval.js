// expect: type
(0, eval)('1')
