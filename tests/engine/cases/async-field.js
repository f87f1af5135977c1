// A line end after `async` in a class makes it the name of a field (FieldDefinition, automatic semicolon insertion).
class A {
  async
  a() { return 1 }
  static async
  static b() { return 2 }
  async
  *c() { yield 3 }
}
const a = new A()
console.log(Object.keys(a).join(), Object.keys(A).join(), a.a(), A.b(), a.c().next().value)
class B {
  async = 4;
  async d() {}
  async *e() {}
}
console.log(new B().async, new B().d().constructor === Promise, typeof new B().e().next)
