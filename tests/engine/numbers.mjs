// Numbers: arithmetic, texts, conversions, and arrays of bytes.

const VALUES = [
  '0',
  '-0',
  '1',
  '-1',
  '0.5',
  '-0.5',
  '1.5',
  '2.5',
  '-2.5',
  '7',
  '10',
  '255',
  '256',
  '65535',
  '65536',
  '1e21',
  '1e-7',
  '123456789',
  '0.1',
  '0.000001234',
  '1.005',
  '25',
  '12345.678',
  '5e-324',
  '2.2e-308',
  '1.7976931348623157e308',
  '2147483647',
  '2147483648',
  '-2147483648',
  '-2147483649',
  '4294967295',
  '4294967296',
  '-4294967297',
  '9007199254740991',
  '9007199254740993',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e25',
  '123e-20',
  '99.99',
  '0.00001',
  '1e300',
  '3.14159',
  'Math.PI',
]

export function numeral(random) {
  return random.weighted([
    [6, () => random.pick(VALUES)],
    [2, () => String((random.below(2 ** 31) / 2 ** 31) * 10 ** (random.below(40) - 20))],
    [2, () => String(random.below(2 ** 31) - 2 ** 30)],
    [1, () => `${random.below(1000)}.${random.below(1000)}`],
    [1, () => `${random.below(2) ? '-' : ''}${1 + random.below(100)}5e-${random.below(4)}`],
  ])()
}

const FUNCTIONS = [
  'abs',
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atanh',
  'cbrt',
  'ceil',
  'clz32',
  'cos',
  'cosh',
  'exp',
  'expm1',
  'floor',
  'fround',
  'log',
  'log10',
  'log1p',
  'log2',
  'round',
  'sign',
  'sin',
  'sinh',
  'sqrt',
  'tan',
  'tanh',
  'trunc',
]

export function numbers(random) {
  const n = () => numeral(random)
  const lines = random.list(10, 25, () =>
    random.weighted([
      [3, () => `${'('}${n()}).toString(${2 + random.below(35)})`],
      [3, () => `(${n()}).toFixed(${random.below(25)})`],
      [3, () => `(${n()}).toPrecision(${1 + random.below(30)})`],
      [3, () => `(${n()}).toExponential(${random.oneIn(4) ? '' : random.below(25)})`],
      [
        4,
        () =>
          `(${n()}) ${random.pick(['+', '-', '*', '/', '%', '**', '<<', '>>', '>>>', '&', '|', '^', '<', '=='])} (${n()})`,
      ],
      [3, () => `Math.${random.pick(FUNCTIONS)}(${n()})`],
      [1, () => `Math.${random.pick(['atan2', 'pow', 'imul'])}(${n()}, ${n()})`],
      [1, () => `Math.${random.pick(['max', 'min', 'hypot'])}(${random.list(0, 4, n).join(', ')})`],
      [2, () => `String(${n()})`],
      [1, () => `[${n()}, ${n()}].map(x => x | 0)`],
      [1, () => `Number.${random.pick(['isInteger', 'isSafeInteger', 'isFinite', 'isNaN'])}(${n()})`],
      [1, () => `Object.is(${n()}, ${n()})`],
      [
        1,
        () =>
          `${random.pick(['BigInt.asIntN', 'BigInt.asUintN'])}(${random.below(70)}, ${random.below(2 ** 31)}n ** ${random.below(4)}n * ${random.pick(['1n', '-1n'])})`,
      ],
      [
        1,
        () =>
          `${random.below(2 ** 31)}n ${random.pick(['+', '-', '*', '/', '%', '&', '|', '^', '<', '=='])} ${random.pick(['-', ''])}${1 + random.below(99999)}n`,
      ],
      [
        1,
        () =>
          `((${random.pick(['-', ''])}${random.below(2 ** 31)}n) ** ${random.below(5)}n) ${random.pick(['<<', '>>'])} ${random.below(70)}n`,
      ],
      [1, () => `(${random.below(2 ** 31)}n ** 3n).toString(${2 + random.below(35)})`],
      [1, () => `${random.below(2 ** 31)}n ${random.pick(['<', '>', '==', '<='])} ${n()}`],
    ])(),
  )
  const loop = `
let i = ${numeral(random)}, s = ${numeral(random)}
for (let j = 0; j < 6; j++) { s = s ${random.pick(['+', '-', '*', '/', '%', '|', '^'])} i; i ${random.pick(['++', '--', '+= 0.5', '*= 2', '/= 3', '<<= 1', '>>>= 1', '%= 7'])}; log(i, s, -s, i++ + ++i, ~s) }`
  return `${lines.map((line) => `attempt('n', () => ${line})`).join('\n')}\n${loop}`
}

export function conversions(random) {
  const text = () =>
    random.weighted([
      [3, () => numeral(random)],
      [
        2,
        () =>
          `${random.pick(['0x', '0b', '0o', '0X', ''])}${random.list(1, 20, () => random.pick([...'0123456789abcdef'])).join('')}`,
      ],
      [
        1,
        () =>
          random.pick([
            '',
            ' ',
            '+1',
            '--1',
            '.5',
            '5.',
            '.',
            '1e',
            '1e+',
            '1e1000',
            '-1e-400',
            '0.0000001',
            '1_000',
            '-infinity',
            '+inf',
            '-nan',
            '\\u180e5',
            'Infinity',
            '-Infinity',
            'infinity',
            '\\u00a07\\ufeff',
            '12px',
            '1n',
            '0x',
            '00012',
            '1e21',
            '1'.padEnd(27, '0'),
            '9'.repeat(30),
            '\\n\\t8\\n',
          ]),
      ],
      [1, () => random.list(1, 12, () => random.pick([...'0123456789.eE+-x ,'])).join('')],
    ])()
  const value = () =>
    random.pick([
      "prim('o', 3)",
      "prim('s', '12')",
      '[]',
      '[5]',
      '[1, 2]',
      '{}',
      'null',
      'undefined',
      'true',
      "'abc'",
      "''",
      '() => 1',
      '12n',
      "Symbol('s')",
      'Object(3n)',
      "{ [Symbol.toPrimitive](h) { log(h); return h === 'number' ? 1 : 'p' } }",
      '{ valueOf() { return {} }, toString() { return 1 } }',
      'Object.create(null)',
    ])
  const lines = random.list(10, 25, () =>
    random.weighted([
      [3, () => `Number('${text()}')`],
      [2, () => `parseFloat('${text()}')`],
      [
        2,
        () =>
          `parseInt('${random.oneIn(3) ? '00' : ''}${text()}'${random.oneIn(2) ? `, ${random.pick([2, 8, 10, 16, 36, 0, 37, 1, 3, 7])}` : ''})`,
      ],
      [2, () => `BigInt('${text()}')`],
      [1, () => `${random.below(99)}n ${random.pick(['==', '<', '>='])} '${text()}'`],
      [
        1,
        () =>
          `parseInt('${random.list(8, 24, () => random.pick([...'0123456789abcdefghijklmnopqrstuvwxyz'])).join('')}', ${2 + random.below(35)})`,
      ],
      [1, () => `BigInt(${numeral(random)})`],
      [1, () => `Number(${random.below(2 ** 31)}n ** ${random.below(9)}n)`],
      [2, () => `(${value()}) ${random.pick(['+', '-', '*', '<', '==', '===', '>=', '|', '**'])} (${value()})`],
      [1, () => `\`\${${value()}}\``],
      [1, () => `[${value()}] + ''`],
      [1, () => `+(${value()})`],
      [1, () => `Number(${value()})`],
      [1, () => `String(${value()})`],
      [1, () => `({ [${value()}]: 1 })`],
      [1, () => `'abc'.at(${value()})`],
      [1, () => `new Array(${random.pick(['3', '-1', '1.5', "'3'", '2 ** 32', '1, 2'])})`],
      [1, () => `[1, 2, 3].slice(${value()}, ${value()})`],
    ])(),
  )
  return lines.map((line) => `attempt('c', () => ${line})`).join('\n')
}

const KINDS = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
]

export function typedArrays(random) {
  const kind = () => random.pick(KINDS)
  const n = () => numeral(random)
  const filled = (name) =>
    `new ${name}([${random.list(0, 5, () => (name.startsWith('Big') ? `${random.below(2) ? '-' : ''}${random.below(2 ** 31)}n` : n())).join(', ')}])`
  const i = () => random.pick(['0', '1', '2', '-1', '-2', '5', 'undefined', '1.5', 'NaN'])
  const element = (name) =>
    name.startsWith('Big')
      ? random.pick(['1n', '-1n', '2n ** 64n', 'true', "'7'"])
      : random.pick([n(), "'3'", 'null', "prim('e', 2)", 'undefined'])
  const lines = random.list(8, 20, () => {
    const name = kind()
    const make = filled(name)
    return random.weighted([
      [3, () => `new ${kind()}(${make})`],
      [2, () => `${kind()}.from(${make}, x => x)`],
      [2, () => `${name}.of(${random.list(0, 4, () => element(name)).join(', ')})`],
      [1, () => `${make}.fill(${element(name)}, ${random.below(3)}, ${i()})`],
      [1, () => `${make}.subarray(${i()}, ${i()})`],
      [1, () => `${make}.slice(${i()}, ${i()})`],
      [1, () => `${make}.with(${i()}, ${element(name)})`],
      [1, () => `${make}.toSorted()`],
      [1, () => `${make}.sort((x, y) => x < y ? 1 : -1).reverse()`],
      [1, () => `${make}.copyWithin(${i()}, ${i()}, ${i()})`],
      [1, () => `${make}.map(x => x)`],
      [1, () => `${make}.indexOf(${element(name)}) + ${make}.includes(${element(name)})`],
      [1, () => `${make}.join('|') + ${make}.at(${i()})`],
      [
        1,
        () =>
          `(() => { const t = ${make}; t[0] = ${element(name)}; t[9] = ${element(name)}; t['-0'] = ${element(name)}; t.x = 1; return [t, Object.keys(t), 9 in t, delete t[0]] })()`,
      ],
      [1, () => `(() => { const t = new ${name}(4); t.set(${make}, ${random.below(3)}); return t })()`],
      [
        1,
        () =>
          `(() => { const b = new ArrayBuffer(16), v = new DataView(b, ${random.below(4)}); v.set${random.pick(['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64'])}(${random.below(6)}, ${n()}, ${random.oneIn(2)}); return [new Uint8Array(b), v.getInt16(1), v.getFloat32(0, true), v.getUint32(2)] })()`,
      ],
      [1, () => `(() => { const f = new Float64Array([${n()}]); return [...new Uint8Array(f.buffer)] })()`],
      [
        1,
        () =>
          `(() => { const t = ${make}; return [...t.entries()].map(String).concat([...t.keys()], t.length, t.byteLength, t.byteOffset) })()`,
      ],
      [1, () => `${make}.findLast(x => x > 0)`],
      [
        1,
        () =>
          `new ${name}(${random.pick(["'3'", 'null', '2.5', '[1, , 3]', '{ length: 2, 0: 7 }', 'new Set([1, 2])', '-1', "iter('t', 3)"])})`,
      ],
    ])()
  })
  return lines.map((line) => `attempt('t', () => ${line})`).join('\n')
}
