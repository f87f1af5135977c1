// Arrays, maps, sets, strings and JSON, changed while they are walked too.

export function arrays(random) {
  const i = () => random.pick(['0', '1', '2', '3', '-1', '-2', '7', 'undefined', '-Infinity', '1.7'])
  const item = () => random.pick(['0', '1', '-1', "'a'", 'null', 'undefined', 'NaN', '0.5', '[9]', '{}', '10', "'b'"])
  const step = () =>
    random.weighted([
      [3, () => `push(${random.list(0, 3, item).join(', ')})`],
      [2, () => 'pop()'],
      [2, () => 'shift()'],
      [2, () => `unshift(${random.list(0, 3, item).join(', ')})`],
      [4, () => `splice(${[i(), random.below(4), ...random.list(0, 3, item)].slice(0, random.below(6)).join(', ')})`],
      [2, () => `slice(${i()}, ${i()})`],
      [1, () => 'reverse()'],
      [
        2,
        () =>
          `sort(${random.pick(['', '(x, y) => String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0', '() => 0', 'undefined'])})`,
      ],
      [1, () => `fill(${item()}, ${i()}, ${i()})`],
      [1, () => `copyWithin(${i()}, ${i()}, ${i()})`],
      [1, () => `concat(${item()}, [${item()}, , ${item()}])`],
      [1, () => `indexOf(${item()}, ${i()})`],
      [1, () => `lastIndexOf(${item()}${random.oneIn(2) ? `, ${i()}` : ''})`],
      [1, () => `includes(${item()}, ${i()})`],
      [1, () => `flat(${random.pick(['', '0', '2', 'Infinity'])})`],
      [1, () => `flatMap((x, k) => k % 2 ? [x, [x]] : x)`],
      [1, () => `join(${random.pick(['', "'-'", 'undefined'])})`],
      [1, () => `at(${i()})`],
      [1, () => `with(${i()}, ${item()})`],
      [1, () => 'toReversed()'],
      [1, () => 'toSorted()'],
      [1, () => `toSpliced(${i()}, ${random.below(3)}, ${item()})`],
      [1, () => `map((x, k) => k)`],
      [1, () => `filter((x, k) => k % 2)`],
      [1, () => `reduce((x, y) => x + '/' + y${random.oneIn(2) ? ", ''" : ''})`],
      [1, () => `reduceRight((x, y) => x + '/' + y)`],
      [1, () => `find(x => x === ${item()})`],
      [1, () => `findLastIndex(x => x > 0)`],
      [1, () => `every((x, k) => k < ${random.below(5)})`],
      [
        1,
        () =>
          `forEach((x, k, all) => { log(k, x); if (k < 2) all.${random.pick(['push(5)', 'pop()', 'shift()', 'length = 1', 'unshift(0)'])} })`,
      ],
      [1, () => `map((x, k, all) => { if (k === 1) all.length = ${random.below(4)}; return x })`],
    ])()
  const change = () =>
    random.pick([
      () => `a.length = ${random.pick(['0', '1', '2', '5', '1.5', '-1', "'3'"])}`,
      () => `a.length ${random.pick(['-= 1', '+= 2', '--', '>>= 1'])}`.replace('length --', 'length--'),
      () => `a[${random.below(8)}] = ${item()}`,
      () => `delete a[${random.below(4)}]`,
      () => `a[a.length] = ${item()}`,
      () => `a.x = 1`,
      // With a setter: V8 does not write the only element of an array when it sorts it.
      () =>
        `Object.defineProperty(a, ${random.below(3)}, { get() { return 'g' }, set(v) { log('set', v) }, configurable: true })`,
      () => `a = [...a]`,
      () => `a = a.length < 200 ? a.concat(a) : a`,
    ])()
  const walk = () =>
    random.pick([
      () => `for (const x of a) { log(x); if (fuel-- < 0 || a.length > 9) break; ${change()} }`,
      () => `for (const k in a) { log(k); if (fuel-- < 0) break; ${change()} }`,
      () => `const e = a.entries(); log(e.next()); ${change()}; log(e.next(), [...e].length)`,
    ])()
  const start = random.pick([
    '[]',
    '[1, 2, 3]',
    '[1.5, 2, 3]',
    "['a', 'b', 'c', 'd']",
    '[1, , 3]',
    'new Array(3)',
    'Array.from({ length: 4 }, (_, k) => k)',
    'new (class Path extends Array {})(1, 2, 3)',
    '[3, 1, 2, 10, 1]',
    "Object.assign(Object.create(Array.prototype), { length: 2, 0: 'x' })",
  ])
  return `
${random.oneIn(3) ? "'use strict'\n" : ''}let a = ${start}
${random
  .list(10, 25, () =>
    random.weighted([
      [5, () => `attempt('a', () => a.${step()})\nlog(a, a.length)`],
      [3, () => `attempt('change', () => { ${change()} })\nlog(a, a.length, Object.keys(a))`],
      [1, () => `attempt('walk', () => { ${walk()} })`],
    ])(),
  )
  .join('\n')}
log(JSON.stringify(a), a.length, String(a))`
}

/** Sorts whose comparisons print, count, or contradict each other. */
export function sorting(random) {
  const list = () => {
    const count = random.weighted([
      [3, () => random.below(8)],
      [2, () => random.below(40)],
      [1, () => 60 + random.below(300)],
    ])()
    const step = 1 + random.below(40)
    const modulus = 2 + random.below(60)
    const element = random.pick([
      `k * ${step} % ${modulus}`,
      `(k * ${step} + (k >> 3)) % ${modulus}`,
      `k < ${random.below(count + 1)} ? k : ${count} - k`,
      `k % ${1 + random.below(5)} ? k * ${step} % ${modulus} : ${random.pick(['undefined', 'NaN', "'x'", 'null', '-k'])}`,
      `'${random.pick(['w', 'W', ''])}' + k * ${step} % ${modulus}`,
    ])
    return `Array.from({ length: ${count} }, (_, k) => ${element})`
  }
  const compare = () =>
    random.pick([
      '(x, y) => x - y',
      '(x, y) => y - x',
      '(x, y) => x > y',
      '(x, y) => x < y',
      '(x, y) => x < y ? -1 : 1',
      '(x, y) => x > y ? 1 : 0',
      '() => 1',
      '() => -1',
      '() => 0',
      '() => NaN',
      '() => undefined',
      '(x, y) => (asked++, x - y)',
      '(x, y) => (last.push(x, y), x - y)',
      '(x, y) => String(x).length - String(y).length',
      '(x, y) => (seed = seed * 16807 % 2147483647) / 2147483647 - 0.5',
      '(x, y) => { if (asked++ > 20) throw "enough"; return x - y }',
      '(x, y) => prim("c", x - y)',
    ])
  const lines = random.list(4, 10, () => {
    const method = random.pick(['sort', 'sort', 'toSorted'])
    const make = random.pick([
      () => list(),
      () => list(),
      () => `new ${random.pick(['Int16Array', 'Float64Array', 'Uint8Array'])}(${list()})`,
      () => `[3, , 1, undefined, 2]`,
      () => `Object.keys(Object.fromEntries(${list()}.map(k => ['n' + k, 1])))`,
    ])()
    return `attempt('sorted', () => { asked = 0; last.length = 0; const a = ${make}.${method}(${random.oneIn(5) ? '' : compare()}); return [a.slice(0, 40), a.length, asked, last.length, last.slice(0, 30), last.slice(-10)] })`
  })
  return `
let asked = 0, seed = ${1 + random.below(1000)}
const last = []
${lines.join('\n')}`
}

/** Texts in the order of a dictionary, separators, and dates in other forms. */
export function locales(random) {
  const names = [
    'wall',
    'Wall',
    'wall_1',
    'wall_10',
    'wall_2',
    'wall-1',
    'wall 1',
    'Ärger',
    'ärger',
    'arger',
    'éclair',
    'eclair',
  ]
  names.push(
    'straße',
    'strasse',
    'øre',
    'ore',
    'Ω',
    'αλφα',
    'дом',
    'Дом',
    '',
    '1',
    '10',
    '02',
    'a',
    'A',
    'á',
    'b',
    'naïve',
    'naive',
  )
  names.push(
    'co-op',
    'coop',
    '$5',
    '(x)',
    'x.y',
    'x/y',
    'Ø12',
    '±0.1',
    'M8x1.25',
    'M10',
    'm8',
    'résumé',
    'Résumé',
    'cote',
    'côté',
    '日本',
  )
  const name = () => `'${random.pick(names)}'`
  const number = () =>
    random.pick([
      String(random.below(2 ** 31) / 10 ** random.below(12)),
      `-${random.below(10 ** 6)}.${random.below(1000)}5`,
      `${random.below(10)}.${random.below(10 ** 6)}e${random.below(40) - 15}`,
      `${random.below(2 ** 31)}${random.below(10 ** 6)}n`,
    ])
  const options = () =>
    random.pick([
      '',
      '',
      'undefined',
      "'de-DE'",
      "'en-US'",
      "'fr'",
      "'es'",
      `'en', { maximumFractionDigits: ${random.below(12)} }`,
      `'en', { minimumFractionDigits: ${random.below(6)} }`,
      `'de', { maximumSignificantDigits: ${1 + random.below(15)} }`,
      `'en', { style: 'percent', maximumFractionDigits: ${random.below(3)} }`.replace("'en'", 'undefined'),
      'undefined, { useGrouping: false }',
      `'en', { minimumIntegerDigits: ${1 + random.below(8)} }`,
    ])
  const month = () => random.pick(['Jan', 'February', 'mar', 'Sept', 'December'])
  const date = () =>
    random.pick([
      `${month()} ${1 + random.below(33)}, ${1950 + random.below(150)}`,
      `${1 + random.below(33)} ${month()} ${random.below(2100)}`,
      `${1990 + random.below(50)}/${1 + random.below(13)}/${1 + random.below(32)}`,
      `${1 + random.below(13)}/${1 + random.below(32)}/${random.below(100)}`,
      `${1990 + random.below(50)}-${random.below(13)}-${random.below(33)} ${random.below(26)}:${random.below(61)}`,
      `${month()} ${1 + random.below(28)} 2020 ${random.below(14)}:${random.below(60)} ${random.pick(['AM', 'PM', 'GMT', '+0200', 'GMT-3', 'Z', ''])}`,
      `2020-0${1 + random.below(9)}-1${random.below(10)}T0${random.below(10)}:0${random.below(10)}:30.${random.below(100000)}${random.pick(['Z', '', '+01:00'])}`,
    ])
  const lines = random.list(8, 20, () =>
    random.weighted([
      [5, () => `${name()}.localeCompare(${name()})`],
      [2, () => `${name()}.localeCompare(${name()}, undefined, { numeric: true })`],
      [
        1,
        () =>
          `${name()}.localeCompare(${name()}, 'en', { sensitivity: '${random.pick(['base', 'accent', 'case', 'variant'])}' })`,
      ],
      [2, () => `[${random.list(3, 12, name).join(', ')}].sort((x, y) => x.localeCompare(y))`],
      [5, () => `(${number()}).toLocaleString(${options()})`],
      [4, () => `new Date('${date()}').getTime()`],
      [1, () => `String(new Date('${date()}'))`],
      [
        1,
        () =>
          `new Date(${random.below(2 ** 31)} * 1000).toLocaleDateString(${random.pick(['', "'en-US'", "'en-GB'", "'de'"])})`,
      ],
    ])(),
  )
  return lines.map((line) => `attempt('l', () => ${line})`).join('\n')
}

export function collections(random) {
  const key = () => random.pick(['1', '2', '3', "'a'", "'1'", 'NaN', '-0', '0', 'null', 'o', '4', '5'])
  const isMap = random.oneIn(2)
  const add = () => (isMap ? `c.set(${key()}, ${random.below(9)})` : `c.add(${key()})`)
  const change = () =>
    random.weighted([
      [4, add()],
      [3, `c.delete(${key()})`],
      [1, 'c.clear()'],
      [1, `{ c.clear(); ${add()} }`],
      [1, `{ const k = c.keys().next().value; c.delete(k); ${isMap ? 'c.set(k, 7)' : 'c.add(k)'} }`],
    ])
  return `
const o = {}
const c = new ${isMap ? 'Map([[1, 2], ["a", 3], [3, 4]])' : "Set([1, 'a', 3])"}
const iterators = []
let n = 0
${random
  .list(6, 16, () =>
    random.weighted([
      [3, () => change()],
      [2, () => `iterators.push(c.${random.pick(['keys', 'values', 'entries'])}())`],
      [3, () => `for (const it of iterators) log(it.next())`],
      [2, () => `n = 0; for (const x of c) { log(x); if (n++ > 6 || fuel-- < 0) break; if (n < 5) ${change()} }`],
      [
        2,
        () =>
          `n = 0; attempt('each', () => c.forEach((v, k) => { log(k, v); if (n++ > 6 || fuel-- < 0) throw 'enough'; if (n < 5) ${change()} }))`,
      ],
      [1, () => `log(c, c.size, c.has(${key()})${isMap ? `, c.get(${key()})` : ''})`],
      [
        1,
        () =>
          `for (let i = 0; i < 90; i++) ${isMap ? 'c.set(i, i)' : 'c.add(i)'}; for (let i = 0; i < 90; i += ${1 + random.below(3)}) c.delete(i); log(c.size, [...c.keys()].slice(0, 5))`,
      ],
      [1, () => `log([...c${isMap ? '.entries' : '.values'}()])`],
      [1, () => `attempt('group', () => ${isMap ? 'new Map(iter("m", 2))' : 'new Set(iter("s", 3))'})`],
    ])(),
  )
  .join('\n')}
log(c, iterators.map(it => [...it].length))`
}

export function strings(random) {
  const text = () =>
    random.pick([
      "'hello world'",
      "'aXbXc'",
      "''",
      "'\\u{1F600}x\\u{1F601}'",
      "'\\ud83d'",
      "'ÄÖß'",
      "'  pad \\n'",
      "'abcabc'",
      "'İi̇'",
      "'a,b,,c'",
      "'\\0x'",
      "'ﬁ'",
      "'e\\u0301'",
      "'AbC'.repeat(2)",
    ])
  const part = () =>
    random.pick(["'a'", "'X'", "''", "'bc'", "'\\ud83d'", "'\\ude00'", "'$&'", "','", 'undefined', "'l'", "'o w'"])
  const i = () => random.pick(['0', '1', '2', '-1', '5', '100', 'undefined', 'NaN', '-Infinity', '1.9'])
  const lines = random.list(
    12,
    25,
    () =>
      `${text()}.` +
      random.pick([
        () => `split(${part()}${random.oneIn(3) ? `, ${i()}` : ''})`,
        () => `slice(${i()}, ${i()})`,
        () => `substring(${i()}, ${i()})`,
        () => `substr(${i()}, ${i()})`,
        () => `at(${i()})`,
        () => `charAt(${i()})`,
        () => `charCodeAt(${i()})`,
        () => `codePointAt(${i()})`,
        () => `indexOf(${part()}, ${i()})`,
        () => `lastIndexOf(${part()}, ${i()})`,
        () => `includes(${part()}, ${i()})`,
        () => `startsWith(${part()}, ${i()})`,
        () => `endsWith(${part()}, ${i()})`,
        () =>
          `replace(${part()}, ${random.pick(["'[$&]'", "'$$'", "'$`|$'", '(...all) => all.length', "'$1$0'", "''"])})`,
        () => `replaceAll(${part()}, ${random.pick(["'[$&]'", "'$\\''", '(m, at) => at', "''"])})`,
        () => `padStart(${random.below(20)}, ${part()})`,
        () => `padEnd(${random.below(20)}, ${part()})`,
        () => `repeat(${random.below(4)})`,
        () => 'trim()',
        () => 'trimEnd()',
        () => 'toUpperCase()',
        () => 'toLowerCase()',
        () => `normalize('${random.pick(['NFC', 'NFD', 'NFKC', 'NFKD'])}')`,
        () => 'isWellFormed()',
        () => 'toWellFormed()',
        () => `concat(${part()}, 1, null)`,
        () => 'length',
      ])(),
  )
  return `${lines.map((line) => `attempt('s', () => ${line})`).join('\n')}
log([...${text()}], Array.from(${text()}).length, Object.keys(Object(${text()})))
let s = ''
for (let k = 0; k < 40; k++) { s += String.fromCharCode(97 + k % 26); if (k % 7 === 0) s = k + s; if (k % 11 === 0) s = s.slice(1) }
log(s, s.length, s.indexOf('k'), s < ${text()}, s > ${text()})
log(String.raw\`a\\n\${1}\`, encodeURIComponent('ä /?'), decodeURIComponent('%C3%A4'), escape('ä b'), unescape('%E4'))`
}

export function json(random) {
  const value = (depth) =>
    random.weighted([
      [
        2,
        () =>
          random.pick([
            '1',
            '-0',
            '1e21',
            'null',
            'true',
            "'t\\n\\u2028\\ud800'",
            'NaN',
            'undefined',
            '() => 1',
            "Symbol('s')",
            'new Date(0)',
            'Object(1)',
            "Object('s')",
            '1e-7',
            "'\"\\\\'",
          ]),
      ],
      [depth > 0 ? 2 : 0, () => `[${random.list(0, 3, () => value(depth - 1)).join(', ')}]`],
      [
        depth > 0 ? 3 : 0,
        () =>
          `{ ${random.list(0, 4, (_index) => `${random.pick(['a', 'b', "'2'", "'1'", "'x y'", 'toString'])}: ${value(depth - 1)}`).join(', ')} }`,
      ],
      [1, () => `{ toJSON(k) { log('toJSON', k); return ${random.below(9)} } }`],
      [1, () => `{ get g() { log('get g'); return ${random.below(9)} } }`],
    ])()
  const text = () => {
    const make = (depth) =>
      random.weighted([
        [
          3,
          () =>
            random.pick([
              '1',
              '-0',
              '1.5e3',
              'true',
              'null',
              '"s"',
              '"\\\\u0041\\\\n"',
              '0.1',
              '123456789012345678901',
            ]),
        ],
        [depth > 0 ? 2 : 0, () => `[${random.list(0, 3, () => make(depth - 1)).join(random.pick([',', ' , ']))}]`],
        [
          depth > 0 ? 3 : 0,
          () =>
            `{${random.list(0, 3, () => `"${random.pick(['a', 'b', '1', '__proto__', 'x y'])}":${make(depth - 1)}`).join(',')}}`,
        ],
        [
          1,
          () =>
            random.pick([
              '',
              '01',
              '.5',
              '1.',
              '{a:1}',
              '\\u0041',
              '[1,]',
              '{"a":1,}',
              'nul',
              '"\\\\x"',
              '[1 2]',
              '1 ',
              '\\\\t2',
              '+1',
              '"\\t"',
            ]),
        ],
      ])()
    return make(3)
  }
  const lines = random.list(6, 14, () =>
    random.pick([
      () =>
        `JSON.stringify(${value(3)}${random.pick(['', '', ', null, 2', ", null, '--'", ", ['a', 'b', 1]", ", (k, v) => (log('k', k), k === 'b' ? undefined : v)", ", (k, v) => typeof v === 'number' ? v + 1 : v, 1", ', null, 20'])})`,
      () => `JSON.parse('${text()}')`,
      () =>
        `JSON.parse('${text()}', function (k, v) { log(k, v, Array.isArray(this)); return k === 'a' ? undefined : v })`,
      () => `JSON.parse(JSON.stringify(${value(3)}) ?? 'null')`,
    ])(),
  )
  const deep = 1 + random.below(3000)
  lines.push(
    `(() => { let x = JSON.parse('['.repeat(${deep}) + ']'.repeat(${deep})), d = 0; while (x) { d++; x = x[0] } return d })()`,
  )
  return lines.map((line) => `attempt('j', () => ${line})`).join('\n')
}
