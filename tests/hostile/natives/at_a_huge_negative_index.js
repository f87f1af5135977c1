// expect: ok
for (const n of [-1e308, -(2 ** 63), -Infinity, 2 ** 63]) {
  if ('ab'.at(n) !== undefined || [1].at(n) !== undefined) throw new Error(String(n))
}
if ('ab'.at(-1) + 'ab'.at(NaN) + 'ab'.at('1') + 'ab'.at() !== 'baba') throw new Error('at')
drawCircle('b', 0, 0, 1)
