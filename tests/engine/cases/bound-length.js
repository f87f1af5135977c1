// The length of a bound function is its target's length less the bound arguments, of any size (Function.prototype.bind).
for (const length of [1e42, Infinity, -Infinity, NaN, -0, 2.7, -3, '5', 2 ** 31, 2 ** 32 + 1, 2 ** 53 + 2]) {
  function f() {}
  Object.defineProperty(f, 'length', { value: length })
  console.log(f.bind().length, f.bind(null, 1, 2).length, Object.is(f.bind().length, -0))
}
