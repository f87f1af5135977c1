// expect: syntax
class A { [(() => { for (let n = 0; n < 9; n++); return 'a' })()]() {} }
