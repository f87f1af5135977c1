// What goes over the boundary, and what the facade refuses before it does.
import { describe, expect, test } from 'vitest'

import { encodeArguments, toWireArguments } from '../ts/wire.js'

describe('arguments under their wire names', () => {
  test('the four that differ, in an edit and in every one of several', () => {
    const edit = { oldCode: 'a', newCode: 'b', replaceAll: true, expectedReplacements: 2 }
    const wire = { old_code: 'a', new_code: 'b', replace_all: true, expected_replacements: 2 }
    expect(toWireArguments({ file: 'main', ...edit })).toEqual({ file: 'main', ...wire })
    expect(toWireArguments({ file: 'main', edits: [edit, edit] })).toEqual({ file: 'main', edits: [wire, wire] })
  })

  test('what is not understood is passed on, for the tool to refuse by its name', () => {
    expect(toWireArguments({ fiel: 'main', edits: 3 })).toEqual({ fiel: 'main', edits: 3 })
    expect(toWireArguments({ edits: [null, 'x', [1]] })).toEqual({ edits: [null, 'x', [1]] })
  })
})

describe('arguments as JSON', () => {
  test('plain values pass, and what is absent stays absent', () => {
    expect(encodeArguments({ a: 1, b: undefined, c: ['x', { d: null }], e: '😀', __proto__x: 1 })).toEqual({
      json: '{"a":1,"c":["x",{"d":null}],"e":"😀","__proto__x":1}',
    })
  })

  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  let deep: unknown = 1
  for (let depth = 0; depth < 100; depth += 1) deep = [deep]

  test.each<[string, unknown, RegExp]>([
    ['no object', 'main', /must be an object, got a string/],
    ['null', null, /must be an object, got null/],
    ['an array', [], /must be an object, got an array/],
    ['a lone surrogate', { new_code: 'a\ud800b' }, /Argument new_code .*surrogate/],
    ['a lone surrogate inside', { edits: [{ old_code: '\udc00' }] }, /Argument edits\[0\]\.old_code .*surrogate/],
    ['a lone surrogate in a name', { 'a\ud800': 1 }, /name of argument/],
    ['NaN', { limit: Number.NaN }, /Argument limit must be a finite number, got NaN/],
    ['infinity', { limit: -Infinity }, /Argument limit must be a finite number, got -Infinity/],
    ['a function', { file: () => 'main' }, /Argument file must be a value of JSON, got a function/],
    ['a symbol', { file: Symbol('x') }, /got a symbol/],
    ['a bigint', { limit: 1n }, /got a bigint/],
    ['a circle', circular, /Argument self contains itself/],
    ['too deep', { deep }, /nested more than 32 deep/],
  ])('%s is refused by name', (_, args, problem) => {
    expect(encodeArguments(args)).toEqual({ problem: expect.stringMatching(problem) })
  })

  test('the same object twice is no circle', () => {
    const shared = { x: 1 }
    expect(encodeArguments({ a: shared, b: shared })).toEqual({ json: '{"a":{"x":1},"b":{"x":1}}' })
  })
})
