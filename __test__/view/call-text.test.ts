// The parts of code that the page reads to propose a change: calls, their arguments, and literals.
import { describe, expect, test } from 'vitest'

import {
  argumentsAt,
  codeOf,
  declarationOf,
  elementsAt,
  importOf,
  literalOf,
  offsetOf,
  parameterCalls,
  usesOf,
} from '../../ts/view/call-text.js'
import { proposeDefault } from '../../ts/view/proposals.js'

const texts = (code: string, start = 0): string[] | undefined =>
  argumentsAt(code, start)?.map(({ start: from, end }) => code.slice(from, end))

describe('the arguments of a call', () => {
  test.each([
    ['[1, 2, 3]', ['1', '2', '3']],
    ['[[1, 2], [3, 4]]', ['[1, 2]', '[3, 4]']],
    ['[...rest, 4]', ['...rest', '4']],
    ['[]', []],
    ['[1, 2', undefined],
    ['f(1)', undefined],
  ])('the elements of %j are found', (code, found) => {
    expect(elementsAt(code, 0)?.map(({ start, end }) => code.slice(start, end))).toEqual(found)
  })

  test.each([
    ["drawCircle('a', 1, -2.5, r)", ["'a'", '1', '-2.5', 'r']],
    ["draw('a, b', [1, 2], { x: [3, 4], y: f(5, 6) })", ["'a, b'", '[1, 2]', '{ x: [3, 4], y: f(5, 6) }']],
    ['f(  1 , // one, two\n  2 /* ) */ )', ['1', '2']],
    ['f(`a ${b}, )`, "it\\"s, )", \'\\\')\')', ['`a ${b}, )`', '"it\\"s, )"', "'\\')'"]],
    ['f()', []],
    ['a.b.f(1)', ['1']],
    ['f(1, 2', undefined],
    ['x = 1', undefined],
    ['', undefined],
  ])('are read from %j', (code, found) => expect(texts(code)).toEqual(found))

  test('are found at a line and a column', () => {
    const code = "// first\n  drawRect('a', 0, 0, 5, 6)\n"
    expect(texts(code, offsetOf(code, 2, 3))).toEqual(["'a'", '0', '0', '5', '6'])
    expect(offsetOf(code, 99, 1)).toBe(code.length)
  })
})

describe('the expression that a name stands for', () => {
  const found = (code: string): string | undefined => {
    // The place of the use is marked.
    const at = code.indexOf('¶')
    const span = declarationOf(code.replace('¶', ''), 's', at)
    return span && code.replace('¶', '').slice(span.start, span.end)
  }

  test.each([
    ['const s = 20\nf(¶s)', '20'],
    ['const s = 20 // twenty, or s = 3\nf(¶s)', '20'],
    ['const s = /* mm */ 20; f(¶s)', '20'],
    ["const text = 's = 3'\nlet s = 20\nf(¶s)", '20'],
    ['const a = 1, s = 20, b = [1, 2]\nf(¶s)', '20'],
    ["export const s = param('s', 20, {\n  min: 1,\n})\nf(¶s)", "param('s', 20, {\n  min: 1,\n})"],
    ['const s = [\n  1,\n  2,\n]\nf(¶s)', '[\n  1,\n  2,\n]'],
    ['const s =\n  a +\n  b\nf(¶s)', 'a +\n  b'],
    ['const s = a\n  .b\nf(¶s)', 'a\n  .b'],
    ['const s = 20\r\nf(¶s)\r\n', '20'],
    // Another thing of that name, elsewhere.
    ['const s = 20\nfunction g(a, s) { f(s) }\nf(¶s)', '20'],
    ['const s = 20\nconst g = (s) => f(s)\nf(¶s)', '20'],
    ['const s = 20\nfor (const [i, s] of [1, 2].entries()) f(s)\nf(¶s)', '20'],
    ['const s = 20\nif (s > 3) { f(¶s) }', '20'],
    ['const s = 20\nfor (const a of s) f(¶s)', '20'],
  ])('is found in %j', (code, expression) => expect(found(code)).toBe(expression))

  test.each([
    'const s = 20\nfunction g(a, s) { f(¶s) }',
    'const s = 20\nconst g = (s) => f(¶s)',
    'const s = 20\nlist.map(s => f(¶s))',
    'const s = 20\nfor (const s of [1, 2]) f(¶s)',
    'const s = 20\nfor (const [i, s] of [1, 2].entries()) {\n  f(¶s)\n}',
    'const s = 20\ntry { g() } catch (s) { f(¶s) }',
    'const s = 20\nconst g = { draw(s) { f(¶s) } }',
    'let s = 20\ns = 30\nf(¶s)',
    'let s = 20\ns += 1\nf(¶s)',
    'let s = 20\n++s\nf(¶s)',
    'for (let s = 0; s < 3; s++) f(¶s)',
    'const s = 20\n{ const s = 30; f(¶s) }',
    'const { s } = sizes\nf(¶s)',
    'const [s] = sizes\nf(¶s)',
    '// const s = 20\nf(¶s)',
    'f(¶s)',
  ])('is not guessed in %j', (code) => expect(found(code)).toBeUndefined())

  test('may be in another module', () => {
    const code = "// import { s } from 'old'\nimport { a, b as s } from 'sizes'\nimport { c } from \"parts\"\n"
    expect(importOf(code, 's')).toEqual({ module: 'sizes', name: 'b' })
    expect(importOf(code, 'c')).toEqual({ module: 'parts', name: 'c' })
    expect(importOf(code, 'b')).toBeUndefined()
  })

  test('is counted where it is used', () => {
    const code = 'const s = 20 // s\nf(s, { s: 1, t: s }, x.s)\nfunction g(s) { f(s) }\nif (s === 1) f("s")\n'
    expect(usesOf(code, 's')).toBe(3)
  })
})

test.each([
  ['12', 12],
  ['-1_000.5e-3', -1.0005],
  ['.5', 0.5],
  ["'oak'", 'oak'],
  ['"x"', 'x'],
  ['true', true],
  ['1 + 2', undefined],
  ['a', undefined],
  ['`a${b}`', undefined],
  ["'a' + 'b'", undefined],
  ["'it\\'s'", "it's"],
  ["'a\\\\b\\n\\u00e9\\u{1f529}\\x41\\$'", 'a\\b\n\u00e9\u{1f529}A$'],
  ['`a \\${b} $c`', 'a ${b} $c'],
  ['`\\\\${b}`', undefined],
  ["'\\q'", undefined],
  ["'a' + 'it\\'s'", undefined],
])('the literal %s is %j', (text, value) => expect(literalOf(text)).toEqual(value))

test('a text is written in the quotes of the one that it replaces, and cannot end them', () => {
  expect(codeOf('oak', '"ash"')).toBe('"oak"')
  for (const text of ["it's", 'say "x"', 'back\\slash', 'line\nend', '${x}', '`']) {
    for (const quotes of ["'a'", '"a"', '`a`']) {
      expect(new Function(`return ${codeOf(text, quotes)}`)(), `${text} in ${quotes}`).toBe(text)
      expect(literalOf(codeOf(text, quotes)), `${text} in ${quotes}`).toBe(text)
    }
  }
})

describe('the value of a parameter in the code', () => {
  const propose = (main: string, name = 'w', value: number | string | boolean = 9) =>
    proposeDefault(new Map([['main', main]]), name, value)

  test.each([
    ["const w = param('w', 8)", "const w = param('w', 9)"],
    ["const w = param('w', 'it\\'s \\\\ \\n')", "const w = param('w', 9)"],
    ['f(); const w = param("w", -8.5, { min: 0 }) // 8', 'f(); const w = param("w", 9, { min: 0 }) // 8'],
  ])('is replaced in %j alone', (before, after) =>
    expect(propose(`// top\n${before}\n`)).toMatchObject({ type: 'code', file: 'main', line: 2, before, after }),
  )

  test.each([
    ["param('w', 2 * 4)", /computed: 2 \* 4/],
    ["param('w', 8); param('w', 8)", /2 places/],
    ['param(name, 8)', /No code of yours/],
    ["param('v', 8)", /No code of yours/],
  ])('is not guessed in %j', (code, reason) =>
    expect(propose(code)).toMatchObject({ type: 'none', reason: expect.stringMatching(reason) }),
  )

  test('is found by its name as it is written', () => {
    expect(parameterCalls("param('a', 1); paramX('a'); param( 'a' , 2)", 'a')).toEqual([0, 28])
  })
})
