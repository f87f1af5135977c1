// Which operations an operation is made of, and in which order: proxies and accessors print what is done with them.

export function observed(random) {
  const target = () =>
    random.pick([
      '{ a: 1, b: 2 }',
      '[1, 2, 3]',
      "Object.create({ a: 'inherited' })",
      '{ a: 1, get b() { return this.a }, [Symbol.toPrimitive](h) { return h } }',
      'new Map([[1, 2]])',
      "{ length: 2, 0: 'p', 1: 'q' }",
    ])
  const use = () =>
    random.pick([
      'p.a',
      'p.a = 5',
      "p['b'] += 1",
      'delete p.a',
      "'a' in p",
      '({ ...p })',
      'const { a, ...r } = p; log(a, r)',
      'Object.keys(p)',
      'Object.entries(p)',
      'Object.assign({}, p)',
      'Object.assign(p, { a: 7, z: 1 })',
      'JSON.stringify(p)',
      'Object.freeze(p)',
      'Object.isFrozen(p)',
      'Object.getOwnPropertyDescriptors(p)',
      "Object.defineProperty(p, 'c', { value: 1 })",
      'Object.setPrototypeOf(p, null)',
      'p instanceof Object',
      'p()',
      'new p(1)',
      'Reflect.apply(p, 1, [2])',
      'Reflect.construct(p, [], Array)',
      '[].concat(p)',
      'Array.from(p)',
      'Array.prototype.push.call(p, 9)',
      'Array.prototype.splice.call(p, 0, 1)',
      'Array.prototype.reverse.call(p)',
      'Array.prototype.map.call(p, x => x)',
      'Array.prototype.sort.call(p)',
      'Array.prototype.includes.call(p, 2)',
      'Array.prototype.join.call(p)',
      'Array.prototype.unshift.call(p, 0)',
      'Array.prototype.copyWithin.call(p, 0, 1)',
      'Array.prototype.flat.call(p)',
      'Array.isArray(p)',
      '`${p}`',
      'p + 1',
      'p == 1',
      'Object.prototype.toString.call(p)',
      'p.hasOwnProperty?.("a")',
      'with (p) { typeof a }',
      'new Set(p)',
      'new Map(p)',
      "Reflect.set(p, 'a', 1, {})",
      "Reflect.get(Object.create(p), 'a', 5)",
      'Object.create(p).a = 3',
      '[...p]',
      'const [x, y] = p; log(x, y)',
      "p.a?.b ?? 'none'",
      'p.a ||= 3',
      'p.q ??= 4',
      'p.a &&= 5',
      '++p.a',
      "Object.hasOwn(p, 'b')",
      'Object.fromEntries(p)',
      'Object.groupBy ? 0 : 0',
      'String.raw(p)',
      "'abc'.replace(p, 'x')",
      "'abc'.split(p)",
      'Promise.resolve(p) instanceof Promise',
      'structuredLike(p)',
      'p.then?.(1)',
      'class D extends p {}; new D',
      'Math.max(p, p)',
      'new Date(p) + 0 === 1',
      'parseInt(p)',
      'new Uint8Array(p)',
      'isNaN(p)',
      'Symbol.for(p)',
    ])
  const order = () =>
    random.pick([
      "prim('x', 1) + prim('y', 2)",
      "prim('x', 1) < prim('y', 2)",
      "prim('x', 1) > prim('y', 2)",
      "prim('x', 2) ** prim('y', 3)",
      "prim('x', 1) == 1",
      "`${prim('x', 1)}`",
      "[prim('x', 1)].join()",
      "new Array(3).fill(prim('x', 1)).length",
      "'abc'.slice(prim('x', 1), prim('y', 2))",
      "Math.atan2(prim('y', 1), prim('x', 1))",
      "new Date(prim('x', 1), prim('y', 2)) > 0",
      "'abcd'.substring(prim('x', 3), prim('y', 1))",
      "(log('obj'), { a: 1 })[(log('key'), prim('k', 'a'))] = (log('value'), 2)",
      "(log('obj'), null)[(log('key'), 'a')] = log('value')",
      "(log('obj'), undefined)?.[log('key')]",
      "f(log('one'), ...iter('two', 2), log('three'))",
      "new (log('class'), Array)(log('argument'))",
      "({ [prim('k1', 'a')]: log('v1'), [prim('k2', 'b')]: log('v2') })",
      "`${log('x')}${log('y')}`",
      "tag`a${log('x')}b${2}`",
      "(log('c') , 0) ? log('yes') : log('no')",
      "Array.from(iter('it', 3), x => log(x))",
      "Object.fromEntries([['a', 1], ['b', 2]])",
      '[3, 1, 2].toSorted((x, y) => x - y)',
      "new Map(iter('m', 1))",
      "Array.from({ length: 2, get 0() { return log('g0') }, get 1() { return log('g1') } })",
      "String(prim('s', 1)) + prim('t', 2)",
      "prim('x', 1) in { 1: 2 }",
      "delete { a: 1 }[prim('k', 'a')]",
      "eachKey({ b: 1, a: 2, 1: 3, 0: 4, [Symbol('s')]: 5 })",
      'let q = 1; q = q++ + ++q; q',
      'let q = 5; [q, q = 2][(q--, 0)] + q',
      'a.b.c',
    ])
  return `
const f = (...all) => all.length
const tag = (parts, ...values) => [parts.raw.join('|'), values, Object.isFrozen(parts)]
const eachKey = o => { for (const k in o) log(k); return Reflect.ownKeys(o).map(String) }
const structuredLike = o => Object.getOwnPropertyNames(o).length
const watch = target => new Proxy(target, Object.fromEntries(Reflect.ownKeys(Reflect).filter(name => typeof name === 'string').map(name => [name, (...all) => {
  log(name, ...all.slice(1).filter(it => typeof it === 'string' || typeof it === 'number').map(String), ...all.slice(1).filter(it => typeof it === 'symbol'))
  return Reflect[name](...all)
}])))
${random.list(6, 14, () => (random.oneIn(3) ? `attempt('order', () => { ${wrap(order())} })` : `attempt('watched', () => { const p = watch(${target()}); ${wrap(use())} })`)).join('\n')}`
}

/** Returns the value of an expression, or runs statements. */
function wrap(text) {
  if (/^(const|let|for|with|class)\b/.test(text))
    return text.startsWith('let') ? text.replace(/; (q|\[q.*)$/, '; return $1') : text
  return `return ${text}`
}
