// ECMA-262: an anonymous function that is the default of a parameter gets its name, and none from a target in parentheses.
function declared(a = () => {}, b = class {}, { c = function () {} } = {}, [d = async () => {}] = []) {
  return [a, b, c, d]
}
const names = (functions) => console.log(functions.map((it) => it.name || 'none').join())
names(declared())
names((function (a = () => {}) { return [a] })())
names(((a = () => {}, [b = () => {}] = []) => [a, b])())
names({ method(a = () => {}) { return [a] } }.method())
names([...(function* (a = () => {}) { yield a })()])
names(new (class { constructor(a = () => {}) { this.all = [a] } })().all)
names(declared(undefined, function named() {}))
let e, f, g, h
;(e) = () => {}
;(f) ??= () => {}
;[(g) = () => {}] = []
;({ x: (h) = () => {} } = {})
names([e, f, g, h])
e = f = g = h = undefined
e = () => {}
f ??= () => {}
;[g = () => {}] = []
;({ h = () => {} } = {})
names([e, f, g, h])
