// Sweeps: many variants of a project, each exactly once, whatever happens on the way.
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { parseCommand, UsageError } from '../ts/cli/arguments.js'
import { valuesOf } from '../ts/sweep/axis.js'
import { variantsOfCsv } from '../ts/sweep/csv.js'
import { planOf } from '../ts/sweep/plan.js'
import { SweepError } from '../ts/sweep/sweep-error.js'
import { contentsOf, eventually, fileOf, openProject, PROGRAM, projectOf, scenewright, scratch } from './support.js'

const PLATE = `
const width = param('width', 80)
const t = param('t', 3)
const wood = param('wood', 'oak')
drawRect('plate', 0, 0, width, 50)
if (wood === 'balsa') throw new Error('balsa is too soft')
invariant('thin enough', () => t < 5, 'it is too thick')
`

interface Line {
  readonly index: number
  readonly parameters: { readonly [name: string]: unknown }
  readonly ok: boolean
  readonly measures?: { readonly [name: string]: number }
  readonly violations: readonly object[]
  readonly lint?: object
  readonly error?: { readonly code: string; readonly line?: number }
  readonly picture?: string
}

function linesOf(file: string): Line[] {
  const text = readFileSync(file, 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

const indexes = (lines: readonly Line[]): number[] => lines.map(({ index }) => index).sort((a, b) => a - b)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

describe('values', () => {
  test.each<[string, unknown[]]>([
    ['3,4,5', [3, 4, 5]],
    ['100..130/10', [100, 110, 120, 130]],
    ['0.1..0.5/0.1', [0.1, 0.2, 0.3, 0.4, 0.5]],
    ['1..2/0.3', [1, 1.3, 1.6, 1.9]],
    ['-5..5/5', [-5, 0, 5]],
    ['5..3', [5, 4, 3]],
    ['5..1/2', [5, 3, 1]],
    ['5..1/-2', [5, 3, 1]],
    ['7..7/1', [7]],
    ['1..3/1,10', [1, 2, 3, 10]],
    ['1e2..1.2e2/1e1', [100, 110, 120]],
    ['oak,ash', ['oak', 'ash']],
    ['true,false', [true, false]],
    ['"1",1', ['1', 1]],
    ['a..b', ['a..b']],
  ])('%s', (written, values) => {
    expect(valuesOf('n', written)).toEqual(values)
  })

  test.each([
    '',
    '1,,2',
    '1..5/0',
    '1..5/-1',
    '1..',
    '..5/1',
    '1..5/',
    '1..b/1',
    'a..5',
    '1..5/x',
    '0..1e9/0.0001',
    'a..b/2',
  ])('%s is no range', (written) => {
    expect(() => valuesOf('n', written)).toThrow(SweepError)
  })

  test('a table has names in its first line, and a variant in each line below', () => {
    expect(variantsOfCsv('\uFEFFwidth,wood,t\r\n100,oak,3\r\n\r\n120,"a, ""b""",\r\n')).toEqual([
      { width: 100, wood: 'oak', t: 3 },
      { width: 120, wood: 'a, "b"' },
    ])
    expect(variantsOfCsv('width;wood\n100;"7"\n')).toEqual([{ width: 100, wood: '7' }])
    for (const [text, words] of [
      ['', 'is empty'],
      ['\n\n', 'is empty'],
      ['width,t\n', 'no variants'],
      ['width,t\n1\n', 'Line 2 of the CSV has 1 cell, and the first line 2'],
      ['width,t\n1,2\n\n1,2,3\n', 'Line 4 of the CSV has 3 cells'],
      ['width,width\n1,2\n', 'appears twice'],
      ['width,\n1,2\n', 'column 2 has no name'],
      ['width\n"1\n', 'Line 2 of the CSV has a quotation mark that nothing closes'],
      ['width\n"1"2\n', 'text after a closing quotation mark'],
    ] as const) {
      expect(() => variantsOfCsv(text), text).toThrow(words)
    }
  })

  test('every combination appears once, and shares have all of them', () => {
    const set = { a: [1, 2, 2], b: '3,4' }
    const { variants, total, repeated } = planOf({ set })
    expect([total, repeated]).toEqual([4, 2])
    expect(variants.map(({ values }) => values)).toEqual([
      { a: 1, b: 3 },
      { a: 1, b: 4 },
      { a: 2, b: 3 },
      { a: 2, b: 4 },
    ])
    const shares = [1, 2, 3].flatMap((share) => planOf({ set, share: `${share}/3` }).variants)
    expect(shares.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3])
    for (const share of ['0/3', '4/3', '1', '1/0', 'x/3', '-1/3', '1.5/3']) {
      expect(() => planOf({ set, share }), share).toThrow(SweepError)
    }
    for (const given of [{}, { set: {} }, { set: { a: [] } }, { variants: [] }, { set, csv: 'a\n1' }]) {
      expect(() => planOf(given)).toThrow(SweepError)
    }
    expect(() => planOf({ set, parameters: { b: 1 } })).toThrow('b has both values to vary')
  })
})

describe('scenewright sweep', () => {
  test('writes a line for each variant, and leaves the project as it was', () => {
    const dir = projectOf({ main: PLATE })
    const before = contentsOf(dir)
    const out = join(scratch(), 'results.ndjson')
    const flags = ['--set', 'width=100..120/10', '--set', 't=3,6', '--set', 'wood=oak,balsa']
    const { status, stderr, stdout } = scenewright(['sweep', dir, ...flags, '--out', out])
    expect([status, stdout]).toEqual([0, ''])
    expect(stderr).toContain('12 variants run')
    const lines = linesOf(out)
    expect(indexes(lines)).toEqual(upTo(12))
    const good = lines.filter(({ ok }) => ok)
    expect(good.map(({ parameters }) => parameters['width']).sort()).toEqual([100, 110, 120])
    for (const { parameters, measures, violations, lint } of good) {
      expect(measures).toMatchObject({
        width: parameters['width'],
        height: 50,
        cutLength: 2 * Number(parameters['width']) + 100,
        area: 50 * Number(parameters['width']),
      })
      expect([violations, lint]).toEqual([[], expect.objectContaining({ errors: 0 })])
    }
    const soft = lines.filter(({ parameters }) => parameters['wood'] === 'balsa')
    expect(soft.map(({ ok, error }) => [ok, error?.code, error?.line])).toEqual(Array(6).fill([false, 'thrown', 6]))
    const thick = lines.filter(({ parameters }) => parameters['wood'] === 'oak' && parameters['t'] === 6)
    expect(thick.map(({ error, violations }) => [error?.code, violations.length])).toEqual(
      Array(3).fill(['invariant', 1]),
    )
    expect(contentsOf(dir)).toEqual(before)
    const again = scenewright(['sweep', dir, ...flags, '--out', out])
    expect(again.stderr).toContain('12 of 12 variants are done already')
    expect(linesOf(out)).toEqual(lines)
  })

  test('has the broken rules that only warn, with what they measured', () => {
    const main =
      "drawRect('plate', 0, 0, param('width', 80), 50)\ncheck.area('plate', { max: 4_500, severity: 'warn' })\n"
    const out = join(scratch(), 'results.ndjson')
    expect(scenewright(['sweep', projectOf({ main }), '--set', 'width=80,100', '--out', out]).status).toBe(0)
    const lines = linesOf(out).sort((a, b) => a.index - b.index)
    expect(lines.map(({ violations }) => violations)).toEqual([
      [],
      [
        {
          rule: expect.stringContaining('area plate'),
          file: 'main',
          line: 2,
          entities: ['plate'],
          measured: 5000,
          demanded: 4500,
          at: expect.any(Array),
          severity: 'warn',
        },
      ],
    ])
  })

  test('takes a table, a named set and values for all, and draws pictures', () => {
    const dir = projectOf({ main: PLATE })
    writeFileSync(join(dir, 'parameter-sets.json'), JSON.stringify({ ash: { wood: 'ash', width: 10 } }))
    const folder = scratch()
    const [csv, out, pictures] = ['v.csv', 'r.ndjson', 'pictures'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(csv, 'width,t\n100,3\n110,\n100,3\n')
    const result = scenewright([
      ...['sweep', dir, '--csv', csv, '--out', out, '--set-name', 'ash', '--pictures', pictures, '--size', '64x48'],
    ])
    expect(result).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('1 of the variants are given more than once'),
    })
    const lines = linesOf(out).sort((a, b) => a.index - b.index)
    expect(lines.map(({ parameters }) => parameters)).toEqual([
      { width: 100, t: 3, wood: 'ash' },
      { width: 110, t: 3, wood: 'ash' },
    ])
    expect(readdirSync(pictures).sort()).toEqual(['0.png', '1.png'])
    expect(
      readFileSync(lines[1]?.picture ?? '')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    const { stdout } = scenewright(['sweep', dir, '--set', 'width=5', '--param', 't=4'])
    expect(JSON.parse(stdout)).toMatchObject({ parameters: { width: 5, t: 4, wood: 'oak' }, ok: true })
  })

  test('resumes after kill -9 with each variant once, a torn line removed', async () => {
    const dir = projectOf({ main: PLATE })
    const out = join(scratch(), 'results.ndjson')
    const args = ['sweep', dir, '--set', 'width=1..200/1', '--out', out, '--jobs', '2']
    for (const least of [5, 40]) {
      const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' })
      const gone = new Promise((resolve) => child.once('exit', resolve))
      await eventually('lines', () => existsSync(out) && readFileSync(out, 'utf8').split('\n').length > least)
      child.kill('SIGKILL')
      await gone
    }
    expect(existsSync(`${out}.lock`)).toBe(true)
    appendFileSync(out, '{"index":3,"parame')
    const { status, stderr } = scenewright(args)
    expect([status, stderr]).toEqual([0, expect.stringMatching(/\d+ of 200 variants are done already/)])
    expect(indexes(linesOf(out))).toEqual(upTo(200))
    expect(new Set(linesOf(out).map(({ parameters }) => parameters['width'])).size).toBe(200)
    expect(existsSync(`${out}.lock`)).toBe(false)
  })

  test.runIf(existsSync('/dev/full'))('reports a disk that is full in one line', () => {
    // A link, as its lock is beside it.
    const out = join(scratch(), 'results.ndjson')
    symlinkSync('/dev/full', out)
    const { status, stderr } = scenewright(['sweep', projectOf({ main: PLATE }), '--set', 't=1,2', '--out', out])
    expect(status).toBe(1)
    expect(stderr).toContain(`Could not write ${out}: ENOSPC`)
    expect(stderr).toContain('the same command continues from there')
    expect(stderr).not.toContain('    at ')
  })

  test('two processes at one file run each variant once', async () => {
    const dir = projectOf({ main: PLATE })
    const out = join(scratch(), 'results.ndjson')
    const ends = [1, 2].map(() => {
      const child = spawn(process.execPath, [PROGRAM, 'sweep', dir, '--set', 'width=1..40/1', '--out', out], {
        stdio: 'ignore',
      })
      return new Promise((resolve) => child.once('exit', resolve))
    })
    expect(await Promise.all(ends)).toEqual([0, 0])
    expect(indexes(linesOf(out))).toEqual(upTo(40))
  })

  test('shares in separate files make up the whole', () => {
    const dir = projectOf({ main: PLATE })
    const folder = scratch()
    for (const share of [1, 2, 3]) {
      const out = join(folder, `part-${share}.ndjson`)
      const result = scenewright(['sweep', dir, '--set', 'width=1..10', '--share', `${share}/3`, '--out', out])
      expect(result.status).toBe(0)
    }
    const all = [1, 2, 3].flatMap((share) => linesOf(join(folder, `part-${share}.ndjson`)))
    expect(indexes(all)).toEqual(upTo(10))
    // A share that has none of the variants is done.
    const none = scenewright([
      'sweep',
      dir,
      '--set',
      'width=1,2',
      '--share',
      '3/3',
      '--out',
      join(folder, 'none.ndjson'),
    ])
    expect(none).toMatchObject({ status: 0, stderr: expect.stringContaining('0 variants run') })
    const other = scenewright([
      'sweep',
      dir,
      '--set',
      'width=1..10',
      '--share',
      '2/3',
      '--out',
      join(folder, 'part-1.ndjson'),
    ])
    expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('another sweep or share') })
  })

  test('refuses lines of other code, and files that are no sweep', () => {
    const dir = projectOf({ main: PLATE })
    const out = join(scratch(), 'results.ndjson')
    const args = ['sweep', dir, '--set', 'width=1,2', '--out', out]
    expect(scenewright(args).status).toBe(0)
    const lines = readFileSync(out, 'utf8')
    writeFileSync(fileOf(dir, 'main'), PLATE.replace('50', '60'))
    expect(scenewright(args)).toMatchObject({ status: 1, stderr: expect.stringContaining('was made by other code') })
    expect(readFileSync(out, 'utf8')).toBe(lines)
    writeFileSync(out, 'hello\n')
    expect(scenewright(args)).toMatchObject({ status: 1, stderr: expect.stringContaining('is not a sweep result') })
    expect(scenewright(['sweep', scratch(), '--set', 'a=1'])).toMatchObject({ status: 1 })
  })

  test('refuses a command line that makes no variants, before anything runs', () => {
    for (const flags of [
      [],
      ['--set', 'width'],
      ['--set', 'width='],
      ['--set', '=3'],
      ['--set', 'width=1..5/0'],
      ['--set', 'width=1', '--set', 'width=2'],
      ['--set', 'width=1', '--csv', 'x.csv'],
      ['--set', 'width=1', '--param', 'width=2'],
      ['--set', 'width=1', '--share', '0/4'],
      ['--set', 'width=1', '--jobs', '0'],
      ['--set', 'width=1', '--size', '64x48'],
      ['--set', 'width=1', '--profile', 'plasma'],
      ['--set', 'width=1', '--outt', 'x'],
    ]) {
      expect(() => parseCommand(['sweep', 'plate', ...flags]), flags.join(' ')).toThrow(UsageError)
    }
    expect(scenewright(['sweep', 'plate', '--set', 'width=1..5/0'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the step must not be 0'),
    })
    const csv = join(scratch(), 'bad.csv')
    writeFileSync(csv, 'width,t\n1\n')
    expect(scenewright(['sweep', projectOf({ main: PLATE }), '--csv', csv])).toMatchObject({ status: 2 })
    expect(scenewright(['sweep', projectOf({ main: PLATE }), '--csv', join(csv, 'none')])).toMatchObject({ status: 1 })
    for (const encoding of ['latin1', 'utf16le'] as const) {
      writeFileSync(csv, Buffer.from('\ufeffwood\nchêne\n', encoding))
      expect(scenewright(['sweep', projectOf({ main: PLATE }), '--csv', csv]), encoding).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(`Could not read variants from ${csv}: it is not UTF-8`),
      })
    }
  })

  test('refuses a parameter that the drawing does not have, before anything runs', () => {
    const dir = projectOf({ main: PLATE })
    const out = join(scratch(), 'results.ndjson')
    const refused = scenewright(['sweep', dir, '--set', 'widht=1..9', '--out', out])
    expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Did you mean width?') })
    // The first variant fails for its value, which hides that there is no such parameter.
    const hidden = scenewright(['sweep', dir, '--set', 'wood=balsa,oak', '--set', 'thickness=3', '--out', out])
    expect(hidden).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no parameter "thickness"') })
    expect(existsSync(out)).toBe(false)
    const csv = join(scratch(), 'v.csv')
    writeFileSync(csv, 'width,T\n1,\n2,3\n')
    expect(scenewright(['sweep', dir, '--csv', csv])).toMatchObject({ status: 2, stdout: '' })
    // One parameter may be there only where another says so.
    const lid = "drawRect('a', 0, 0, 5, 5)\nif (param('lid', false)) param('height', 3)\n"
    const nested = ['sweep', projectOf({ main: lid }), '--set', 'lid=true', '--set', 'height=1,2']
    expect(scenewright(nested)).toMatchObject({ status: 0 })
  })

  test('exits with 1 where every variant failed, also when its lines are there already', () => {
    const dir = projectOf({ main: PLATE })
    const out = join(scratch(), 'results.ndjson')
    const args = ['sweep', dir, '--set', 't=6,7', '--out', out]
    const failed = scenewright(args)
    expect([failed.status, failed.stderr]).toEqual([
      1,
      expect.stringContaining('All 2 variants failed, the first with: main:7: The rule "thin enough" is broken'),
    ])
    expect(linesOf(out)).toHaveLength(2)
    expect(scenewright(args)).toMatchObject({ status: 1, stderr: expect.stringContaining('All 2 variants failed.') })
    expect(scenewright([...args.slice(0, 3), 't=3,6,7', '--out', join(scratch(), 'r.ndjson')]).status).toBe(0)
  })
})

describe('project.sweep', () => {
  test('yields variants when they are done, and ends when its reader does', async () => {
    await using project = await openProject(projectOf({ main: PLATE }))
    const seen: number[] = []
    for await (const { index, measures, png } of project.sweep({ set: { width: '1..6' }, picture: [32, 32] })) {
      expect(png?.byteLength).toBeGreaterThan(0)
      seen[index] = measures?.width ?? NaN
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6])
    let count = 0
    for await (const _ of project.sweep({ set: { width: '1..1000' } })) {
      count += 1
      if (count === 3) break
    }
    expect(count).toBe(3)
    // Other calls go on beside it.
    expect(await project.summary()).toMatchObject({ ok: true })
    const stop = new AbortController()
    const stopped = (async () => {
      for await (const _ of project.sweep({ set: { width: '1..1000' }, signal: stop.signal })) stop.abort()
    })()
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('refuses arguments that make no variants, and stops when the code changes', async () => {
    const dir = projectOf({ main: PLATE })
    await using project = await openProject(dir)
    const first = async (args: object): Promise<unknown> => {
      for await (const variant of project.sweep(args as never)) return variant
      return undefined
    }
    await expect(first({ set: { width: '1..5/0' } })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(first({ set: { width: [NaN] } })).rejects.toThrow('must be a number')
    await expect(first({ sets: {} })).rejects.toThrow('sets')
    await expect(first({ set: { width: '1' }, setName: 'none' })).rejects.toThrow('There is no parameter set')
    await expect(first({ set: { widht: '1..3' } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('Did you mean width?'),
    })
    const changed = (async () => {
      for await (const _ of project.sweep({ set: { width: '1..500' }, jobs: 1 })) {
        writeFileSync(fileOf(dir, 'main'), PLATE.replace('50', '60'))
      }
    })()
    await expect(changed).rejects.toMatchObject({ code: 'conflict' })
  })
})
