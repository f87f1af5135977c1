// expect: ok stack
class A { constructor(n) { if (n > 0) this.a = new A(n - 1) } }
new A(10000)
