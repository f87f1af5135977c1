// Names and properties: declarations, assignments, destructuring, classes, and what caches remember of objects.

const NAMES = ['a', 'b', 'c', 'd']
const COMPOUND = ['+=', '-=', '*=', '/=', '%=', '**=', '<<=', '>>=', '>>>=', '&=', '|=', '^=', '&&=', '||=', '??=']
const BINARY = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '**',
  '<<',
  '>>',
  '>>>',
  '&',
  '|',
  '^',
  '==',
  '===',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '&&',
  '||',
]

export function atom(random) {
  return random.weighted([
    [
      6,
      random.pick([
        '0',
        '1',
        '2',
        '-1',
        '-0',
        '0.5',
        '7',
        '255',
        '2147483647',
        '-2147483648',
        '4294967295',
        '1e21',
        'NaN',
        'Infinity',
        '1e-7',
      ]),
    ],
    [3, random.pick(["''", "'a'", "'7'", "' 12 '", "'x1'", '`t${1 + 1}`'])],
    [2, random.pick(['null', 'undefined', 'true', 'false'])],
    [1, random.pick(['[]', '[1, 2]', '{}', '{ x: 1 }'].map((it) => `(${it})`))],
    [1, random.pick(['3n', '-7n'])],
  ])
}

function expression(random, depth, names) {
  if (depth <= 0) return random.oneIn(2) ? random.pick(names) : atom(random)
  const sub = () => expression(random, depth - 1, names)
  const name = () => random.pick(names)
  const property = () => random.pick(['o.x', 'o.y', "o['x']", `o[k()]`, 'o.p.q', 'arr[0]', 'arr[1]', 'o.g'])
  return random.weighted([
    [5, () => `(${sub()} ${random.pick(BINARY)} ${sub()})`.replace(/\((-[^()]*) \*\*/, '(($1) **')],
    [4, () => `(${name()} ${random.pick(COMPOUND)} ${sub()})`],
    [3, () => `(${property()} ${random.pick(COMPOUND)} ${sub()})`],
    [2, () => `(${name()} = ${sub()})`],
    [2, () => `(${property()} = ${sub()})`],
    [
      2,
      () =>
        random.pick([
          `${name()}++`,
          `++${name()}`,
          `${name()}--`,
          `--${name()}`,
          `(${property()}++)`,
          `(--${property()})`,
        ]),
    ],
    [1, () => `(${sub()} ? ${sub()} : ${sub()})`],
    [1, () => `(${random.pick(['!', '~', '+', '-', 'typeof ', 'void '])}${sub()})`],
    [1, () => `f(${random.list(0, 3, sub).join(', ')})`],
    [1, () => `f(...[${sub()}, ${sub()}], ${sub()})`],
    [1, () => `o.m(${sub()})`],
    [1, () => `o?.${random.pick(['x', 'none?.z', 'm?.(1)', 'none?.[k()]'])}`],
    [1, () => `[${sub()}, ${sub()}][${random.below(3)}]`],
    [1, () => `\`\${${sub()}}|\${${sub()}}\``],
    [1, () => `(() => ${sub()})()`],
    [1, () => `prim('p${random.below(9)}', ${random.below(9)})`],
    [1, () => `(delete ${random.pick(['o.x', 'arr[0]', 'o.p'])})`],
  ])()
}

export function expressions(random) {
  const declare = random.pick(['var', 'let'])
  const values = NAMES.map((name) => `${name} = ${atom(random)}`).join(', ')
  const lines = random.list(3, 8, () => `attempt('e', () => ${expression(random, 1 + random.below(4), NAMES)})`)
  const plain = random.list(
    2,
    6,
    () => `try { f(${expression(random, 1 + random.below(3), NAMES)}); log(a, b, c, d) } catch (e) { log(e) }`,
  )
  const body = `
${declare} ${values}
let calls = 0
const k = () => (log('k'), random.x[calls++ % 2])
const random = { x: ['x', 'y'] }
const arr = [1, 'b', 3]
const f = (...args) => (log('f', ...args), args[0])
const o = { x: 1, y: 'z', p: { q: 2 }, m(v) { return [this === o, v] }, get g() { log('get g'); return this.x }, set g(v) { log('set g', v) } }
${lines.join('\n')}
${plain.join('\n')}
log(a, b, c, d, o, arr)`
  return random.oneIn(2)
    ? body
    : `${random.oneIn(2) ? "'use strict'\n" : ''}function run() {${body}\n}\nattempt('run', run)\nattempt('run', run)`
}

/** How deep patterns are in each other. */
const MAX_PATTERN_DEPTH = 2

function pattern(random, depth, names, isBinding) {
  // V8 evaluates the key of a target within a pattern before it looks if there is anything to take apart.
  const isInner = depth < MAX_PATTERN_DEPTH
  const target = () =>
    isBinding || random.oneIn(2)
      ? names()
      : random.pick([isInner ? `t.q${names.tag++}` : `t[key('${names.tag++}')]`, `t.p${names.tag++}`])
  const initial = () =>
    random.oneIn(3) ? ` = ${random.pick(['1', "log('default')", 'fail()', '[7, 8]', "iter('x', 2)"])}` : ''
  const element = () =>
    (depth > 0 && random.oneIn(3) ? pattern(random, depth - 1, names, isBinding) : target()) + initial()
  if (random.oneIn(2)) {
    const parts = random.list(0, 3, () => (random.oneIn(5) ? '' : element()))
    if (random.oneIn(3))
      parts.push(`...${depth > 0 && random.oneIn(3) ? pattern(random, depth - 1, names, isBinding) : target()}`)
    return `[${parts.join(', ')}]`
  }
  const keys = ['x', 'y', "'z w'", '0', "[key('k')]", '[Symbol.iterator]', 'list', 'o']
  const parts = random.list(0, 3, () => `${random.pick(keys)}: ${element()}`)
  if (random.oneIn(3)) parts.push(`...${target()}`)
  return `{ ${parts.join(', ')} }`
}

export function destructuring(random) {
  const names = () => `n${names.tag++}`
  names.tag = 0
  // V8 evaluates a target before it looks if there is anything to take apart.
  const source = (isBinding) =>
    random.pick([
      "iter('s', 3)",
      "iter('s', 0)",
      "iter('s', 2, { end: 'throws' })",
      "iter('s', 5, { fails: 1 })",
      '[1, [2, 3], { x: 4 }, undefined, 5]',
      "{ x: [1, 2], y: { x: 1 }, 'z w': 3, 0: 4, k: 5, list: [1, [2]], o: { x: [7], 0: 8 } }",
      'watched',
      "'\\u{1F600}b'",
      ...(isBinding ? ['null'] : []),
    ])
  const items = random.list(2, 5, () => {
    names.tag = 0
    const isBinding = random.below(3) > 0
    const text = pattern(random, MAX_PATTERN_DEPTH, names, isBinding)
    const print = `log(${random.list(names.tag, names.tag, (index) => `typeof n${index} === 'undefined' ? 0 : n${index}`).join(', ')})`
    const from = source(isBinding)
    if (!isBinding)
      return `{\nlet ${random.list(12, 12, (index) => `n${index}`).join(', ')}\nattempt('d', () => { (${text} = ${from}); ${print} })\nlog(t)\n}`
    return random.pick([
      `attempt('d', () => { const ${text} = ${from}; ${print} })`,
      `attempt('d', () => { let ${text} = ${from}; ${print} })`,
      `attempt('d', () => { var ${text} = ${from}; ${print} })`,
      `attempt('d', () => { ((${text}) => { ${print} })(${from}) })`,
      `attempt('d', () => { for (const ${text} of [${from}, ${source(true)}]) { ${print} } })`,
      `attempt('d', () => { try { throw ${from} } catch (${text}) { ${print} } })`,
      `attempt('d', () => { (function (q, ${text} = ${from}, ...r) { ${print}; log(q, r, arguments.length) })(1${random.pick(['', ', undefined, 3', ''])}) })`,
    ])
  })
  return `
const t = {}
const key = name => (log('key', name), name)
const fail = () => { throw 'fail' }
const watched = new Proxy({ x: 1, y: { x: 2 }, 0: 5, list: [1] }, {
  get(o, k, r) { log('get', k); return Reflect.get(o, k, r) },
  ownKeys(o) { log('ownKeys'); return Reflect.ownKeys(o) },
  getOwnPropertyDescriptor(o, k) { log('describe', k); return Reflect.getOwnPropertyDescriptor(o, k) },
})
${items.join('\n')}`
}

/** A function whose parameters are patterns with expressions, and whose body declares a name that these expressions read. */
function functionOfPatterns(random, name, serial) {
  const value = () =>
    random.pick([name, `() => ${name}`, `() => typeof ${name}`, `() => { ${name} = ${serial} }`, `${serial}`])
  const parameter = (label) =>
    random.pick([
      `{ ${label} = ${value()} }`,
      `[${label} = ${value()}]`,
      `{ [typeof ${name}]: ${label} = ${value()} }`,
      `{ inner: { ${label} = ${value()} } = {} }`,
      `${label} = ${value()}`,
      label,
    ])
  const rest = random.pick(['', `, ...[r = ${value()}]`, ', ...r'])
  const parameters = `${parameter('p')}, ${parameter('q')}${rest}`
  const declaration = random.pick([
    `var ${name} = ${serial}`,
    `var ${name}`,
    `let ${name} = ${serial}`,
    `function ${name}() {}`,
    `{ function ${name}() { return ${serial} } }`,
    `log(typeof ${name}); if (${name} !== 1) { function ${name}() {} }`,
    `{ var ${name}; ${name} = ${serial} }`,
    `var p = ${serial}`,
    `${name} = ${serial}`,
  ])
  const read = (it) => `typeof ${it} === 'function' ? ${it}() : ${it}`
  const body = `{ ${declaration}; log(${read('p')}); log(${read('q')}); log(typeof ${name}, p === q) }`
  const given = random.pick(['{}, {}', '{}, []', '[], {}', '[], []', `{ p: 1 }, [2]`, `{ p: () => 'p' }, { q: 3 }, 4`])
  const call = random.pick([
    `(function (${parameters}) ${body})(${given})`,
    `((${parameters}) => ${body})(${given})`,
    `({ m(${parameters}) ${body} }).m(${given})`,
    `new (class { constructor(${parameters}) ${body} })(${given})`,
    `[...(function* (${parameters}) ${body})(${given})]`,
    `(async function (${parameters}) ${body})(${given}).catch(e => log('rejected', e))`,
    `(async (${parameters}) => ${body})(${given}).catch(e => log('rejected', e))`,
  ])
  return `try { ${call} } catch (e) { log(e) }`
}

/** A function that assigns to its own name, in strict code or not. */
function assignedFunctionName(random, name) {
  const strict = () => random.pick(["'use strict';", ''])
  const assignment = random.pick([
    `${name} = 1`,
    `${name}++`,
    `${name} += 1`,
    `${name} ||= 1`,
    `${name} &&= 1`,
    `[${name}] = [1]`,
    `({ ${name} } = { ${name}: 1 })`,
    `for (${name} of [1]);`,
    `for (${name} in { k: 1 });`,
    `(() => { ${strict()} ${name} = 1 })()`,
    `(function () { ${strict()} ${name} = 1 })()`,
  ])
  const body = `{ ${strict()} try { ${assignment} } catch (e) { log(e) } log(typeof ${name}) }`
  return `(function () { ${strict()} ${random.pick([`(function ${name}() ${body})()`, `[...(function* ${name}() ${body})()]`, `new (function ${name}() ${body})()`])} })()`
}

export function scopes(random) {
  const names = ['a', 'b', 'c']
  let serial = 0
  const read = () =>
    random.pick([
      `typeof ${random.pick(names)}`,
      random.pick(['typeof d', 'e']),
      random.pick(names),
      `${random.pick(names)} = ${serial++}`,
      `(() => ${random.pick(names)})()`,
      `g${random.below(2)}()`,
    ])
  const probe = () => `attempt('${serial++}', () => ${read()})`
  const direct = () => `try { log(${read()}) } catch (e) { log(e) }`
  const line = (depth) => {
    const name = random.pick(names)
    const block = () => `{\n${random.list(1, 4, () => line(depth - 1)).join('\n')}\n}`
    if (depth <= 0) return random.pick([probe, direct])()
    return random.weighted([
      [4, probe],
      [4, direct],
      [
        2,
        () =>
          `{ ${random.pick(['let', 'const'])} ${name} = ${random.pick([serial++, `typeof ${name}`, '[1]'])}; ${probe()}; ${direct()} }`,
      ],
      [2, () => `try { ${direct()}; let ${name} = ${read()}; ${direct()} } catch (e) { log('tdz', e) }`],
      [
        2,
        () =>
          `switch (${random.below(4)}) {\ncase ${random.below(3)}: ${direct()}\ncase 1: let ${name} = ${serial++}; const z = ${serial}\ncase 2: ${direct()}; try { log(z) } catch (e) { log(e) }\ndefault: class K {}\n${direct()}\ncase 9: try { log(K.name, ${name}) } catch (e) { log(e) }\n}`,
      ],
      [1, () => `{ ${direct()}; function ${random.pick(['d', 'e'])}() { return ${serial++} }; ${direct()} }`],
      [
        1,
        () =>
          `for (let ${name} = 0, fs = []; ${name} < 3; ${name}++) { fs.push(() => ${name}); if (${name} === 1) ${name}++; log(fs.map(f => f())) }`,
      ],
      [1, () => `for (const ${name} of [1, 2]) { ${direct()}; setLater(() => ${name}) }`],
      [
        1,
        () =>
          `(function (${name}, q = ${random.pick(['{}', name, `() => ${name}`])}) { ${random.pick(['var', 'var'])} ${name} = ${random.pick([`${name} || 5`, `${name}`, '7'])}; ${direct()}; log(typeof q === 'function' ? q() : q) })(${random.pick(['', '0', '3'])})`,
      ],
      [
        1,
        () =>
          `(function ${name}(q = typeof ${name}) { ${random.pick([`${name} = 1`, `var ${name}`, `log(typeof ${name})`])}; ${direct()}; log(q) })()`,
      ],
      [2, () => functionOfPatterns(random, name, serial++)],
      [1, () => assignedFunctionName(random, name)],
      [
        1,
        () =>
          `(function (p) { arguments[0] = 'ar'; log(p, arguments.length); p = 'pp'; log(arguments[0]) })(${random.pick(['', '1', '1, 2'])})`,
      ],
      [1, block],
      [1, () => `if (${random.pick(['true', 'false', 'later.length'])}) ${block()}`],
    ])()
  }
  const head = random.pick(['let', 'var', 'const'])
  const body = `
const later = []
const setLater = f => { later.push(f) }
var g0 = () => typeof a === 'undefined' ? 'none' : a
var g1 = () => b
${random.list(2, 6, () => line(2)).join('\n')}
${head} a = 'A'
${random.list(1, 3, () => line(2)).join('\n')}
${random.pick(['let', 'var'])} b = 'B'
var c
${random.list(2, 5, () => line(2)).join('\n')}
log(later.map(f => f()))`
  return random.oneIn(2) ? body : `function run() {${body}\n}\nattempt('run', run)`
}

export function classes(random) {
  let serial = 0
  const value = () =>
    random.pick([
      String(serial++),
      `log('v${serial++}')`,
      'this.x',
      'super.x',
      'super.m?.()',
      'typeof new.target',
      '() => super.x',
      'this.constructor.name',
      '(() => this.#p)()',
      '`${super.toString === Object.prototype.toString}`',
    ])
  const member = () => {
    const isStatic = random.oneIn(4) ? 'static ' : ''
    const name = random.pick(['x', 'y', 'm', "[log('key') ?? 'c']", "'s t'", '7', 'constructor2'])
    return random.weighted([
      [4, () => `${isStatic}${name} = ${value()};`],
      [3, () => `${isStatic}${name}() { return ${value()} }`],
      [2, () => `${isStatic}get ${name}() { log('get'); return ${value()} }`],
      [1, () => `${isStatic}set ${name}(v) { log('set', v) }`],
      [1, () => `${isStatic}* ${name}() { yield ${value()}; yield super.x }`],
      [1, () => `static { log('static', ${value()}) }`],
      [1, () => `static { this.s${serial} = ${value()} }`],
      [1, () => `${isStatic}async ${name}() { return ${value()} }`],
    ])()
  }
  const body = (isDerived) => {
    const members = random.list(1, 5, member)
    members.unshift(`#p = ${random.below(9)};`)
    if (random.oneIn(2))
      members.push(
        `has(o) { return #p in o }`,
        'bump() { this.#p += 2; this.#p++; this.#p ||= 4; this.#p &&= this.#p * 2; return this.#p }',
      )
    if (random.oneIn(2)) {
      members.push(
        isDerived
          ? `constructor(...args) { ${random.pick(["log('before')", 'try { this } catch (e) { log(e) }', ''])}; ${random.pick(['super(...args)', 'super(1)', '(() => super(2))()', 'super(); try { super() } catch (e) { log(e) }', ''])}; ${random.pick(['this.z = super.x', "super.x = 'sx'", 'return { own: 1 }', 'return 1', 'return', 'super.x ??= 5', "super['y'] += 1", ''])} }`
          : `constructor(v) { ${random.pick(['this.z = v', 'return { r: 1 }', 'log(new.target?.name)', 'this.x = this.m?.()'])} }`,
      )
    }
    return `{\n${members.map((it) => `  ${it}`).join('\n')}\n}`
  }
  return `
${random
  .list(2, 4, (index) => {
    const base =
      index > 0 && random.below(4) > 0
        ? ` extends (C${random.below(index)} ?? Object)`
        : random.pick([
            '',
            '',
            ' extends Array',
            ' extends Map',
            ' extends Object',
            ' extends null',
            ' extends (class { constructor(v) { this.base = v } get x() { return 9 } })',
          ])
    return `var C${index}
attempt('class', () => { C${index} = class N${index}${base} ${body(base !== '')} })
attempt('static', () => C${index} && Object.getOwnPropertyNames(C${index}))
attempt('new', () => { const it = new C${index}(3); log(it); log(it.x, it.m, it.bump?.(), it.has?.({}), it.has?.(it)); it.x = 'w'; return [it.x, typeof it.m === 'function' ? it.m() : it.m] })
attempt('keys', () => Reflect.ownKeys(C${index}.prototype).map(String))`
  })
  .join('\n')}`
}

export function properties(random) {
  const objects = ['o0', 'o1', 'o2', 'p0', 'p1']
  const object = () => random.pick(objects)
  const key = () => random.pick(['x', 'y', 'length', 'z', 'w'])
  let serial = 0
  const change = () => {
    const o = object()
    const k = key()
    return random.weighted([
      [4, `${o}.${k} = ${serial++}`],
      [3, `delete ${o}.${k}`],
      [2, `Object.defineProperty(${o}, '${k}', { get() { return 'got' + ${serial++} }, configurable: true })`],
      [2, `Object.defineProperty(${o}, '${k}', { set(v) { log('set ${k}', v) }, configurable: true })`],
      [
        2,
        `Object.defineProperty(${o}, '${k}', { value: ${serial++}, writable: ${random.oneIn(2)}, enumerable: ${random.oneIn(2)}, configurable: true })`,
      ],
      [
        2,
        `Object.setPrototypeOf(${o}, ${random.pick(['p0', 'p1', 'null', 'Object.prototype', 'Array.prototype', 'proxy'])})`,
      ],
      [1, `Object.${random.pick(['freeze', 'seal', 'preventExtensions'])}(${o})`],
      [1, `for (let i = 0; i < 3; i++) ${o}['k' + i + ${serial++}] = i`],
      [1, `Object.assign(${o}, { ${k}: ${serial++}, y: 1 })`],
      [1, `Reflect.set(${o}, '${k}', ${serial++}, ${object()})`],
      [1, `${o}.__proto__ = ${random.pick(['p0', 'p1'])}`],
      [
        1,
        `Object.defineProperty(${o}, '${k}', { get() { delete ${o}.${key()}; ${object()}.${key()} = 'side'; return 1 }, configurable: true })`,
      ],
    ])
  }
  const access = (k) =>
    random.pick([`read_${k}`, `read_${k}`, `write_${k}`, `has_${k}`, `drop_${k}`, `add_${k}`, `call_${k}`])
  const use = () => {
    const k = key()
    const what = access(k)
    return `attempt('${what}', () => ${what}(${object()}, ${serial++}))`
  }
  const sites = ['x', 'y', 'length', 'z', 'w'].map(
    (k) => `
const read_${k} = o => o.${k}
const write_${k} = (o, v) => { o.${k} = v; return o.${k} }
const has_${k} = o => ['${k}' in o, Object.hasOwn(o, '${k}')]
const drop_${k} = o => delete o.${k}
const add_${k} = (o, v) => { o.${k} += v; o.${k} ??= v; return o.${k}++ }
const call_${k} = o => o.${k}?.call?.(o)`,
  )
  const start = random.pick([
    'const p0 = { w: 0, x: 1, y: 2 }, p1 = { z: 5, x: 6 }, o0 = Object.create(p0), o1 = Object.create(p0), o2 = { x: 3 }',
    'class P { get x() { return 1 } y() { return 2 } }\nconst p0 = P.prototype, p1 = { x: 6, w: 1 }, o0 = new P, o1 = new P, o2 = [1, 2]',
    'const p0 = [1, 2, 3], p1 = {}, o0 = Object.create(p0), o1 = [4, 5], o2 = new Proxy(Object.preventExtensions({ x: 1, y: 2 }), {})',
    "const p0 = function () {}, p1 = { set x(v) { log('px', v) } }, o0 = Object.create(p1), o1 = Object.create(p1), o2 = Object('abc')",
    'const p0 = {}, p1 = Object.create(p0), o0 = Object.create(p1), o1 = Object.create(p1), o2 = (function () { return arguments })(1, 2)',
  ])
  return `
${random.oneIn(3) ? "'use strict'\n" : ''}${start}
const proxy = new Proxy(Object.preventExtensions({ x: 'px', w: 1 }), { get(o, k, r) { log('proxy get', String(k)); return o[k] }, set(o, k, v) { log('proxy set', String(k)); o[k] = v; return true } })
${sites.join('')}
${random.list(12, 40, () => (random.oneIn(3) ? `attempt('change', () => { ${change()} })` : use())).join('\n')}
for (const it of [o0, o1, o2, p0, p1]) { attempt('keys', () => Object.keys(it)); const all = []; attempt('in', () => { for (const k in it) all.push(k) }); log(all) }`
}
