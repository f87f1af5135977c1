// Expressions in the patterns of parameters have a scope of their own, apart from the variables of the body
// (FunctionDeclarationInstantiation: hasParameterExpressions is ContainsExpression of formals).
const attempt = (name, work) => {
  try { console.log(name, work()) } catch (error) { console.log(name, error.name) }
}
const b = 'outer'
attempt('object', () => (function ({ a = function () { return b } }) { var b = 1; return a() })({}))
attempt('array', () => (function ([a = () => b]) { var b = 1; return a() })([]))
attempt('arrow', () => (({ a = () => b }) => { var b = 1; return a() })({}))
attempt('value', () => (function ({ a = b }) { var b = 1; return a })({}))
attempt('rest', () => (function (...[a = b]) { var b = 1; return a })())
attempt('function', () => (function ({ a = () => b }) { function b() {} return a() })({}))
attempt('let', () => (function ({ a = () => b }) { let b = 1; return a() })({}))
attempt('method', () => new (class { m({ a = () => b }) { var b = 1; return a() } })().m({}))
attempt('generator', () => [...(function* ({ a = () => b }) { var b = 1; yield a() })({})][0])
attempt('key', () => (function (x, { [(() => { x = 9; return 'k' })()]: a }) { var x; x = 2; return [x, a] })(1, { k: 3 }).join())
attempt('same name', () => (function ({ x, a = () => x }) { var x = 2; return [x, a()] })({ x: 1 }).join())
attempt('written', () => (function (x, { a = () => { x = 9 } }) { var x; a(); return x })(1, {}))
attempt('length', () => [(function ({ a = 1 }, b) {}).length, (function (a, { [1]: b }, c = 1, d) {}).length, (function (a, ...b) {}).length].join())
// Declarations of the body belong to that scope, not to the one around the function.
attempt('var without a value', () => { try { (function (p = 1) { var later })(1); return later } catch (error) { return error.name } let later = 1; return () => later })
attempt('function in a block', () => { let q = 'outer'; return [(function (p = 1) { { function q() {} } return typeof q })(), q, () => q].join().slice(0, 14) })
attempt('function in a block, read by a closure', () => (function (p = 1) { { function q() { return 'q' } } return (() => q())() })())
attempt('function in a block, pattern', () => (({ p = 1 }) => { if (p) { function q() { return 'q' } } return q() })({}))
attempt('var of the name of a parameter', () => (function (a, p = () => a) { var a; { function a() {} } return [typeof a, typeof p()] })(1).join())
