// A method whose name is the string "constructor" is the constructor (ClassElement, PropName).
class A { 'constructor'(x) { this.x = x } }
console.log(new A(3).x, A.length, Object.getOwnPropertyNames(A.prototype).join())
class B extends A { "constructor"() { super(5); this.y = 6 } static 'constructor'() { return 's' } }
console.log(JSON.stringify(new B()), B.constructor())
class C { ['constructor']() { return 'computed' } }
console.log(new C().constructor())
