// Messages over the boundary, and calls that the facade refuses before.
import { describe, expect, test } from 'vitest'

import { FILE_ARGUMENTS, SCENE_ARGUMENTS, takeArguments, type Table } from '../ts/call-arguments.js'
import { encodeArguments } from '../ts/wire.js'

describe('arguments under their wire names', () => {
  const edit = { oldText: 'a', newText: 'b', replaceAll: true, expectedReplacements: 2 }
  const wire = { old_code: 'a', new_code: 'b', replace_all: true, expected_replacements: 2 }
  const take = (table: Table, given: unknown): unknown => takeArguments('call', table, [given], ['signal']).args

  test('those that differ, in an edit and in every one of several', () => {
    expect(take(SCENE_ARGUMENTS.edit, { file: 'main', ...edit })).toEqual({ file: 'main', ...wire })
    expect(take(SCENE_ARGUMENTS.multi_edit, { file: 'main', edits: [edit, edit] })).toEqual({
      file: 'main',
      edits: [wire, wire],
    })
    const changes = [
      { from: 'gear', to: 'cog' },
      { file: 'main', text: 'x' },
    ]
    expect(take(SCENE_ARGUMENTS.apply, { changes })).toEqual({
      changes: [
        { file: 'gear', to: 'cog' },
        { file: 'main', code: 'x' },
      ],
    })
    expect(take(SCENE_ARGUMENTS.export, { format: 'dxf', text: 'text', toExports: 'a.dxf' })).toEqual({
      format: 'dxf',
      text: 'text',
      path: 'a.dxf',
    })
    expect(take(FILE_ARGUMENTS.Grep, { pattern: 'x', after: 1 })).toEqual({ pattern: 'x', '-A': 1 })
  })

  test('what is not an entry is passed on, for the tool to refuse by its name', () => {
    expect(take(SCENE_ARGUMENTS.multi_edit, { edits: 3 })).toEqual({ edits: 3 })
    expect(take(SCENE_ARGUMENTS.multi_edit, { edits: [null, 'x', [1]] })).toEqual({ edits: [null, 'x', [1]] })
  })

  test.each<[Table, object, RegExp]>([
    [SCENE_ARGUMENTS.edit, { file: 'main', oldTxt: 'a' }, /no argument 'oldTxt'\. Did you mean oldText\?/],
    [
      SCENE_ARGUMENTS.edit,
      { file: 'main', old_code: 'a' },
      /no argument 'old_code'.*Arguments: file, oldText, newText,/,
    ],
    [SCENE_ARGUMENTS.multi_edit, { edits: [{ replaceall: true }] }, /edits\[0\]: .*Did you mean replaceAll\?/],
    [SCENE_ARGUMENTS.read, { file: 'main', sginal: 1 }, /Did you mean signal\?/],
    [SCENE_ARGUMENTS.read, { toString: 1 }, /no argument 'toString'/],
  ])('a name that there is not is misuse: %#', (table, given, words) => {
    expect(() => take(table, given)).toThrow(words)
  })

  test('options in a second object are misuse', () => {
    expect(() => takeArguments('render', SCENE_ARGUMENTS.render, [{}, { signal: 1 }], ['signal'])).toThrow(
      /render: arguments and options are one object/,
    )
  })
})

describe('arguments as JSON', () => {
  test('plain values pass, and absent ones stay absent', () => {
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
