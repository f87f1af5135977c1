// Initializers of fields may change the class they belong to (InitializeInstanceElements, ECMA-262 7.3.34).
class A { static n = 0; id = ++A.n }
console.log([new A().id, new A().id, A.n].join())                       // 1,2,2
class P { static #n = 0; #id = P.#next(); static #next() { return ++P.#n } get id() { return this.#id } }
console.log([new P().id, new P().id].join())                            // 1,2
class S { static all = []; me = S.last = this; index = S.all.push(this) }
new S()
console.log(new S().index, S.last === S.all[1])                         // 2 true
class L extends Array { static made = 0; nr = L.made++ }
console.log(L.from([1, 2]).map(x => x).nr, L.made)                      // 1 2
class R { constructor(o) { return o } }
class F extends R { #m() { return 1 } #x = 2; static get(o) { return [o.#m(), o.#x].join() } }
new F(F)
console.log(F.get(F))                                                   // 1,2
