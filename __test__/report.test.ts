// Reports: what a drawing takes to make, from a shell, from Node, as an agent asks, and in the drawing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { parseCommand, UsageError } from '../ts/cli/arguments.js'
import type { Report } from '../index.js'
import { openProject, projectOf, scenewright, scratch } from './support.js'

const PLATE = `
const t = param('t', 3)
for (const layer of ['cut', 'engrave']) defineLayer(layer, {})
drawRect('plate', 0, 0, 100, 60)
drawCircle('bore', 0, 0, 10)
for (const name of ['plate', 'bore']) setLayer(name, 'cut')
drawLine('mark', [-40, 20, 40, 20])
setLayer('mark', 'engrave')
dimension('d1', { type: 'horizontal', from: [-50, -30], to: [50, -30] })
`

const STOCK = { material: 'S235', thickness: { parameter: 't' }, materials: { S235: { density: 7850 } } }
const RATES = {
  currency: 'EUR',
  setup: 5,
  processes: {
    cut: { speed: 1200, rapidSpeed: 6000, pierceTime: 0.5, perHour: 60, perMetre: 2, perPierce: 0.1 },
    engrave: { speed: 3000, rapidSpeed: 6000, pierceTime: 0, perHour: 60 },
  },
  materials: { S235: { perKilogram: 2 } },
}

function plate(files: { readonly [name: string]: object } = {}, code = PLATE): string {
  const dir = projectOf({ main: code })
  for (const [name, value] of Object.entries(files)) writeFileSync(join(dir, name), JSON.stringify(value))
  return dir
}

const AREA = 6000 - Math.PI * 100

describe('scenewright report', () => {
  test('measures arcs as arcs, and takes materials and prices from the files of the project', () => {
    const { stdout, status } = scenewright([
      'report',
      plate({ 'report.json': STOCK, 'rates.json': RATES }),
      '--format',
      'json',
    ])
    expect(status).toBe(0)
    const report = JSON.parse(stdout) as Report
    expect(report.units).toEqual({ length: 'mm', area: 'mm²', mass: 'kg', time: 's', currency: 'EUR' })
    const [engrave, cut] = report.layers
    expect(engrave).toMatchObject({ layer: 'engrave', process: 'engrave', pierces: 1, cutLength: 80 })
    expect(cut).toMatchObject({ layer: 'cut', process: 'cut', pierces: 2, material: 'S235', thickness: 3 })
    expect(cut?.cutLength).toBeCloseTo(320 + 20 * Math.PI, 9)
    expect(report.totals.area).toBeCloseTo(AREA, 9)
    expect(report.totals.mass).toBeCloseTo(AREA * 3 * 7850e-9, 9)
    expect(report.missing).toEqual([])
    expect(report.cost?.complete).toBe(true)
    const sum = report.cost?.lines.reduce((total, { amount }) => total + amount, 0)
    expect(report.totals.cost).toBeCloseTo(sum ?? NaN, 9)
  })

  test('names what is missing, and guesses nothing', () => {
    const { stdout } = scenewright(['report', plate(), '--format', 'json'])
    const report = JSON.parse(stdout) as Report
    expect(report.missing.map(({ what }) => what)).toEqual(['rates', 'material', 'thickness'])
    expect(report.cost).toBeUndefined()
    expect([report.totals.mass, report.totals.time, report.totals.cost]).toEqual([undefined, undefined, undefined])
    const table = scenewright(['report', plate()])
    expect(table.stdout).toContain('Cut length (mm)')
    expect(table.stdout).toContain('report.json')
  })

  test('takes values, a set, a rate file and the stock from the command line', () => {
    const dir = plate({ 'parameter-sets.json': { thick: { t: 6 } }, 'report.json': STOCK })
    const rates = join(scratch(), 'shop.json')
    writeFileSync(rates, JSON.stringify(RATES))
    const totals = (...flags: string[]): Report['totals'] =>
      (JSON.parse(scenewright(['report', dir, '--format', 'json', ...flags]).stdout) as Report).totals
    const usual = totals().mass ?? NaN
    expect(totals('--set-name', 'thick').mass).toBeCloseTo(2 * usual, 9)
    expect(totals('--set-name', 'thick', '--param', 't=12').mass).toBeCloseTo(4 * usual, 9)
    expect(totals('--thickness', '1.5').mass).toBeCloseTo(0.5 * usual, 9)
    expect(totals().cost).toBeUndefined()
    expect(totals('--rates', rates).cost).toBeGreaterThan(5)
  })

  test('writes one table of CSV with a head, and a page without scripts', () => {
    const dir = plate({ 'report.json': STOCK })
    const { stdout } = scenewright(['report', dir, '--format', 'csv'])
    const [head = '', ...rows] = stdout.trimEnd().split('\r\n')
    expect(head).toMatch(/^kind,name,process,material,thickness \(mm\),count,cut length \(mm\)/)
    const count = head.split(',').length
    for (const row of rows.filter((it) => !it.includes('"'))) expect(row.split(',')).toHaveLength(count)
    expect(rows.map((row) => row.split(',')[0])).toEqual(
      expect.arrayContaining(['layer', 'process', 'material', 'total']),
    )
    const page = join(scratch(), 'report.html')
    expect(scenewright(['report', dir, '--format', 'html', '-o', page])).toMatchObject({ status: 0, stdout: '' })
    const html = readFileSync(page, 'utf8')
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).not.toMatch(/<script|http/)
  })

  test('counts instances by block and attributes', () => {
    const code = `
      defineLayer('cut', {})
      drawRect('outline', 0, 0, 20, 10)
      setLayer('outline', 'cut')
      defineBlock('tab', 'outline', { attributes: { MATERIAL: 'oak', THICKNESS: '4 mm' } })
      insert('tab', 'a', 0, 0)
      insert('tab', 'b', 40, 0)
      insert('tab', 'c', 80, 0, { attributes: { MATERIAL: 'ash' } })
    `
    const dir = plate({ 'report.json': { materials: { oak: { density: 700 }, ash: { density: 650 } } } }, code)
    const report = JSON.parse(scenewright(['report', dir, '--format', 'json']).stdout) as Report
    expect(report.parts).toMatchObject([
      {
        block: 'tab',
        attributes: { MATERIAL: 'oak', THICKNESS: '4 mm' },
        count: 2,
        area: 400,
        cutLength: 120,
        thickness: 4,
      },
      {
        block: 'tab',
        attributes: { MATERIAL: 'ash', THICKNESS: '4 mm' },
        count: 1,
        area: 200,
        cutLength: 60,
        thickness: 4,
      },
    ])
    expect(report.materials.map(({ material, mass }) => [material, mass])).toEqual([
      ['ash', expect.closeTo(200 * 4 * 650e-9, 12)],
      ['oak', expect.closeTo(400 * 4 * 700e-9, 12)],
    ])
  })

  test('says how much of the sheets of a nest is used, and does not cut them', () => {
    const code = `
      for (let i = 0; i < 4; i++) drawRect('part_' + i, 0, 0, 40, 20)
      nest(['part_0', 'part_1', 'part_2', 'part_3'], [100, 50])
    `
    const { sheets, totals } = JSON.parse(scenewright(['report', plate({}, code), '--format', 'json']).stdout) as Report
    expect(sheets).toEqual([
      {
        width: 100,
        height: 50,
        area: 5000,
        outlines: 4,
        usedArea: expect.closeTo(3200, 6),
        used: expect.closeTo(0.64, 9),
      },
    ])
    expect(totals.sheetUse).toBeCloseTo(0.64, 9)
    expect(totals.cutLength).toBeCloseTo(480, 9)
    const named = code.replace('[100, 50]', "'sheet'").replace('nest(', "drawRect('sheet', 0, 0, 100, 50)\nnest(")
    const other = JSON.parse(scenewright(['report', plate({}, named), '--format', 'json']).stdout) as Report
    expect(other.sheets).toMatchObject([{ name: 'sheet', used: expect.closeTo(0.64, 9) }])
    expect(other.totals.cutLength).toBeCloseTo(480, 9)
  })

  test('refuses files that cannot be used with their name, and flags with a hint', () => {
    const dir = plate()
    writeFileSync(join(dir, 'rates.json'), '{ "processes": { "cut": { "spede": 3 } } }')
    const { stderr, status } = scenewright(['report', dir])
    expect(status).toBe(1)
    expect(stderr).toContain('rates.json cannot be used: processes.cut.spede is not known; did you mean speed?')
    for (const flags of [
      ['--format', 'xml'],
      ['--thickness', '0'],
      ['--thickness', 'thick'],
      ['--formt', 'csv'],
    ]) {
      expect(() => parseCommand(['report', dir, ...flags]), flags.join(' ')).toThrow(UsageError)
    }
    expect(scenewright(['report', dir, '--rates', join(dir, 'none.json')])).toMatchObject({ status: 1 })
    expect(scenewright(['report', plate(), '--set-name', 'large']).stderr).toContain(
      'There is no parameter set "large"',
    )
  })
})

describe('project.report', () => {
  test('gives the report and its text, with rates as an object', async () => {
    await using project = await openProject(plate({ 'report.json': STOCK }))
    const report = await project.report({ rates: RATES, format: 'csv' })
    if (!report.ok) throw new Error(report.error.message)
    expect(report.text).toMatch(/^kind,/)
    expect(report.totals.cost).toBeGreaterThan(5)
    const seen = await project.inspect({ view: 'report' })
    if (!seen.ok) throw new Error(seen.error.message)
    expect(seen.totals.cutLength).toBe(report.totals.cutLength)
    expect(await project.report({ thickness: -1 })).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    await expect(project.report({ rate: {} } as never)).rejects.toThrow('Did you mean rates?')
  })
})

describe('reportTable', () => {
  test('shows the finished drawing, is no part of it, and follows the files', async () => {
    const code = `reportTable(80, 0)\n${PLATE}\nreportTable(80, -80, { name: 'work', show: 'layers' })`
    const dir = plate({ 'report.json': STOCK }, code)
    await using project = await openProject(dir)
    const texts = async (): Promise<string> => {
      const file = await project.export({ format: 'json' })
      if (!file.ok) throw new Error(file.error.message)
      return 'text' in file ? String(file.text) : ''
    }
    const before = await texts()
    expect(before).toContain('cut: pierces')
    expect(before).toContain('382.832')
    const report = await project.report()
    expect(report.ok && report.totals.cutLength).toBeCloseTo(400 + 20 * Math.PI, 9)
    writeFileSync(join(dir, 'rates.json'), JSON.stringify(RATES))
    expect(await texts()).toContain('cut: time')
  })

  test('is refused where the files cannot be used', async () => {
    const dir = plate({}, `${PLATE}\nreportTable(80, 0)`)
    writeFileSync(join(dir, 'report.json'), '{ "thickness": "3 mm" }')
    await using project = await openProject(dir)
    expect(await project.run()).toMatchObject({
      ok: false,
      error: { file: 'main', message: expect.stringContaining('report.json cannot be used: thickness') },
    })
  })
})
