// expect: thrown
class A { a = (() => { throw new Error('field') })() }
new A()
