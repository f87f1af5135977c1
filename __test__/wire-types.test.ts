// Messages over the binding follow the schemas: the generated types, and the check that every test makes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { toolDefinitions } from 'scenewright'
import { openSession } from '../ts/project.js'
import { envelopeProblems, invalidSchemas, toolsWithSchemas, valueProblems, type Door } from './schemas.js'
import { atEnd, projectOf, ROOT } from './support.js'

test('the types of the wire are written from the schemas as they are', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'wire-types.mjs'), '--check'])
  expect(stderr.toString()).toBe('')
  expect(status).toBe(0)
})

test('every schema is valid', () => {
  expect(invalidSchemas()).toEqual([])
})

test.each(['scene', 'files'] as const)('every tool of the profile %s has a schema, and no other', (profile) => {
  const definitions = toolDefinitions(profile)
  expect(toolsWithSchemas(profile).sort()).toEqual(definitions.map(({ name }) => name).sort())
  for (const definition of definitions) {
    expect(valueProblems('shared.json#/$defs/ToolDefinition', definition)).toEqual([])
  }
})

test('the output schemas are written from the schemas as they are', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'output-schemas.mjs'), '--check'])
  expect(stderr.toString()).toBe('')
  expect(status).toBe(0)
})

test('an export of any size fits its schema', async () => {
  const { session } = openSession({ root: projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" }) })
  atEnd(() => session.close())
  // The check of every answer in this process is made when the test is over.
  for (const format of ['svg', 'png', 'dxf', 'pdf', 'json']) {
    expect((await session.exportWhole({ format })).status).toBe('ok')
  }
})

describe('an answer', () => {
  const row = { file: 'main', line: 1, text: 'x' }
  const grep = (data: object, more: object = {}) => ({
    status: 'ok',
    answer: { success: true, data: { matches: [row], truncated: false, ...data } },
    text: 'main:1: x',
    commitId: '0',
    ...more,
  })
  const ls = (data: object, more: object = {}) => ({
    status: 'ok',
    answer: {
      result: true,
      ...{ tree: '', numEntries: 0, durationMs: 1, truncated: false, skipped: {} },
      ...{ assistant: '', display: '', ...data },
    },
    counts: { bytes: 0, added: 0, removed: 0 },
    operation: 'search',
    ...more,
  })
  const error = { kind: 'io', message: 'x' }
  const failed = (more: object) => ({
    status: 'refused',
    answer: { success: false, data: {}, error: 'x', errorInfo: error, ...more },
  })
  const refused = (more: object) => ({
    status: 'refused',
    answer: { result: false, behavior: 'ask', message: 'x', kind: 'io', assistant: '', display: '', ...more },
  })

  test.each<[string, Door, string, unknown]>([
    ['of a scene tool', 'scene', 'grep', grep({})],
    ['of a scene tool that failed', 'scene', 'grep', failed({ warnings: ['w'] })],
    ['of a file tool', 'files', 'LS', ls({ warnings: ['w'] })],
    ['of a file tool that refused', 'files', 'LS', refused({ errorCode: 1 })],
    ['of a call of the library', 'workspace', 'reset', { status: 'ok', answer: { success: true, data: {} } }],
  ])('%s as its schema has it is right', (_, door, call, envelope) => {
    expect(envelopeProblems(door, call, envelope)).toEqual([])
  })

  test.each<[string, Door, string, unknown, string]>([
    ['in the data', 'scene', 'grep', grep({ news: 1 }), '/answer/data/news'],
    ['in a row', 'scene', 'grep', grep({ matches: [{ ...row, news: 1 }] }), '/answer/data/matches/0/news'],
    ['in the envelope', 'scene', 'grep', grep({}, { news: 1 }), '/news'],
    ['in an error', 'scene', 'grep', failed({ errorInfo: { ...error, news: 1 } }), '/answer/errorInfo/news'],
    ['in the answer of a file tool', 'files', 'LS', ls({ news: 1 }), '/answer/news'],
    ['in a refusal', 'files', 'LS', refused({ news: 1 }), '/answer/news'],
    [
      'where there is none',
      'workspace',
      'reset',
      { status: 'ok', answer: { success: true, data: { news: 1 } } },
      '/news',
    ],
  ])('with an undeclared field %s is wrong, and the field is named', (_, door, call, envelope, field) => {
    const problems = envelopeProblems(door, call, envelope)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`${field}, which no schema declares. Add a line for it under "properties" in crates/`)
    expect(problems[0]).toContain('npm run generate wire-types')
  })

  test.each<[string, Door, string, unknown, RegExp]>([
    ['lacks a field', 'scene', 'grep', grep({ truncated: undefined }), /must have required property 'truncated'/],
    ['has a field of another type', 'scene', 'grep', grep({ truncated: 1 }), /truncated must be boolean/],
    ['lacks its text', 'scene', 'grep', grep({}, { text: undefined }), /must have required property 'text'/],
    ['ends in another way', 'scene', 'grep', grep({}, { status: 'committed' }), /status must be equal to one of/],
    ['ends in another way of its door', 'files', 'LS', ls({}, { status: 'applied' }), /status must be equal to one of/],
    ['is of a kind that is not known', 'files', 'LS', refused({ kind: 'news' }), /kind must be equal to one of/],
    ['is of a call without a schema', 'workspace', 'abort', grep({}), /succeeded and has no schema: add it in crates/],
  ])('that %s is wrong', (_, door, call, envelope, problem) => {
    // As it crosses: JSON has no undefined.
    expect(envelopeProblems(door, call, JSON.parse(JSON.stringify(envelope))).join('\n')).toMatch(problem)
  })
})
