// expect: type
class F extends Function {}
new F('return 1')
