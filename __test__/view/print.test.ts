// The print-out of the browser, measured in the PDF: a length of the drawing is that length on paper.
import { inflateSync } from 'node:zlib'

import { afterAll, describe, expect, test } from 'vitest'

import { projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show } from './browser.js'

afterAll(closeBrowser)

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const POINTS_PER_MILLIMETRE = 72 / 25.4

/** The content of the pages of a PDF, as operators. */
function contentOf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/<<[^>]*\/FlateDecode[^>]*>>\s*stream\r?\n/g)]
    .map(({ index, 0: head }) => {
      const start = index + head.length
      try {
        return inflateSync(pdf.subarray(start, pdf.indexOf('endstream', start))).toString('latin1')
      } catch {
        return ''
      }
    })
    .join('\n')
}

/** The rectangles of a width and a height in the drawing: their place and size on paper, in millimetres from the upper left. */
function rectanglesOf(pdf: Buffer, width: number, height: number): number[][] {
  const [, , pageHeight = ''] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf.toString('latin1')) ?? []
  const found: number[][] = []
  const stack: Matrix[] = []
  let now: Matrix = [1, 0, 0, 1, 0, 0]
  for (const line of contentOf(pdf).split('\n')) {
    const numbers = line.split(' ').map(Number)
    if (line === 'q') stack.push(now)
    else if (line === 'Q') now = stack.pop() ?? now
    else if (/ cm$/.test(line)) {
      const [a = 0, , , d = 0, e = 0, f = 0] = numbers
      now = [now[0] * a, 0, 0, now[3] * d, now[4] + now[0] * e, now[5] + now[3] * f]
    } else if (/ re$/.test(line) && Math.abs(numbers[2]! - width) < 1e-3 && Math.abs(numbers[3]! - height) < 1e-3) {
      const [x = 0, y = 0] = numbers
      const [left, top] = [now[4] + now[0] * x, now[5] + now[3] * (y + (now[3] > 0 ? height : 0))]
      const millimetres = [left, Number(pageHeight) - top, Math.abs(now[0] * width), Math.abs(now[3] * height)]
      found.push(millimetres.map((points) => points / POINTS_PER_MILLIMETRE))
    }
  }
  return found
}

describe.skipIf(!hasBrowser)('a printed drawing', () => {
  test.each([
    ['a page at 1:2', "setPage('A4', { orientation: 'landscape', scale: '1:2' })", 100, 50, [50, 25]],
    ['a page at 1:1', "setPage('A3', { scale: '1:1' })", 100, 50, [100, 50]],
    [
      'a large page, whose picture has as many pixels as a browser draws',
      "setPage('A0', { scale: '2:1' })",
      100,
      50,
      [200, 100],
    ],
    ['no page', '', 123.4, 56.7, [123.4, 56.7]],
    ['no page and another unit', "setUnits('in')", 4, 3, [101.6, 76.2]],
  ] as const)('with %s has its true size on paper', async (_, setup, width, height, size) => {
    const { url } = await serve(
      projectOf({ main: `setUnits('mm')\n${setup}\ndrawRect('plate', 0, 0, ${width}, ${height})\n` }),
    )
    const view = await show(url)
    await view.settle()
    const pdf = await view.page.pdf({ preferCSSPageSize: true })
    const [found, more] = rectanglesOf(pdf, width, height)
    expect(more).toBe(undefined)
    const [left = 0, top = 0, ...printed] = found ?? []
    // A tenth of a millimetre in half a metre.
    for (const [index, length] of size.entries())
      expect(Math.abs(printed[index]! - length)).toBeLessThan(length / 5_000)
    // Without a page there is a centimetre around the drawing.
    if (!setup.includes('setPage')) {
      expect(left).toBeCloseTo(10, 1)
      expect(top).toBeCloseTo(10, 1)
    }
    expect(view.faults).toEqual([])
  })

  test('has a paper of the size of what is printed, without hidden layers', async () => {
    const main = `setUnits('in')
defineLayer('aids', { visible: false })
drawRect('plate', 0, 0, 4, 3)
drawLine('aid', [0, 0, 30, 30])
setLayer('aid', 'aids')
`
    const { url } = await serve(projectOf({ main }))
    const view = await show(url)
    await view.settle()
    const pdf = await view.page.pdf({ preferCSSPageSize: true })
    const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf.toString('latin1')) ?? []
    // A browser rounds the size of a paper to pixels.
    expect(Math.abs(Number(width) / POINTS_PER_MILLIMETRE - (4 * 25.4 + 20))).toBeLessThan(0.3)
    expect(Math.abs(Number(height) / POINTS_PER_MILLIMETRE - (3 * 25.4 + 20))).toBeLessThan(0.3)
  })
})
