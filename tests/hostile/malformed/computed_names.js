// expect: ok
const key = (() => 'r')()
class A { [key]() { return 5 } static [`${key}s`] = (() => 1)(); get [key + 1]() { return 1 } }
class B { [(() => { for (let n = 0; n < 9; n++); return 'a' })()]() { return 3 } }
const o = { [(() => { for (let n = 0; n < 9; n++); return 'a' })()]() { return 7 } }
drawCircle('b', 0, 0, new A().r() + A.rs + new B().a() + o.a())
