// What `super(…)` returns can be called and read in place (CallExpression: SuperCall, then its tail).
class A { constructor() { return Object.assign(() => 'called', { p: 1, q: { r: 2 } }) } }
class B extends A { constructor() { console.log(super()()) } }
class C extends A { constructor() { console.log(super().p, 'later') } }
class D extends A { constructor() { console.log(super()`text`) } }
class E extends A { constructor() { console.log(super()?.q.r, 'chain') } }
class F extends A { constructor() { console.log(super()['q']['r'] + 1) } }
for (const each of [B, C, D, E, F]) console.log(typeof new each())
