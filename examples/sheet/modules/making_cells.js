// The cells of the chapter on arranging and making.
import { cell, ghost, line, show } from 'cells'

const LEAF = [0.8, 0.9, 0.76]

/** Three parts of different sizes. */
function parts(own) {
  drawRect(own('a'), -28, 14, 20, 26)
  drawCircle(own('b'), 2, -2, 11)
  drawRect(own('c'), 32, 8, 16, 14)
  const names = ['a', 'b', 'c'].map(own)
  for (const name of names) show(name, LEAF)
  return names
}

export function makingCells() {
  cell('align', 'making', (own) => {
    align(parts(own), 'bottom')
  })

  cell('distribute', 'making', (own) => {
    distribute(parts(own), 'x')
  })

  cell('nest', 'making', (own) => {
    const names = [0, 1, 2, 3, 4, 5].map((index) => own(`part_${index}`))
    for (const [index, name] of names.entries()) {
      if (index % 2 === 0) drawPolygon(name, [0, 0, 26, 0, 26, 7, 7, 7, 7, 24, 0, 24])
      else drawCircle(name, 0, 0, 7)
      show(name, LEAF)
    }
    drawRect(own('sheet'), 0, 8, 80, 48)
    nest(names, own('sheet'), { gap: 2 })
    ghost(own('sheet'))
  })

  cell('kerf', 'making', (own) => {
    drawRect(own('outline'), 0, 8, 60, 36)
    drawCircle(own('bore'), 0, 8, 10)
    booleanDifference(own('outline'), own('bore'), own('part'), { keep: false })
    kerf(own('part'), 5, { result: own('cut') })
    show(own('part'), LEAF)
    line(own('cut'), '#b33f40')
  })

  cell('dogbones', 'making', (own) => {
    drawRect(own('board'), 0, 8, 76, 44)
    drawRect(own('mortise'), 0, 8, 44, 20)
    booleanDifference(own('board'), own('mortise'), own('panel'), { keep: false })
    dogbones(own('panel'), 4)
    show(own('panel'), LEAF)
  })

  cell('cutOrder', 'making', (own) => {
    drawRect(own('board'), 0, 8, 60, 40)
    drawCircle(own('bore'), -12, 8, 9)
    booleanDifference(own('board'), own('bore'), own('panel'), { keep: false })
    const { paths } = cutOrder([own('panel')], own('plan'), { leadIn: 6, tabs: { count: 3, width: 4 }, start: [-40, -20] })
    for (const { name, kind } of paths) line(name, kind === 'inner' ? '#3d5a80' : '#b33f40')
  })

  cell('connect', 'making', (own) => {
    drawRect(own('read'), -30, 22, 24, 14)
    drawRect(own('check'), 0, -8, 24, 14)
    drawRect(own('write'), 30, 22, 24, 14)
    for (const name of ['read', 'check', 'write']) show(own(name), LEAF)
    connect(own('one'), own('read'), own('check'), { curve: 'orthogonal', size: 4 })
    connect(own('two'), own('check'), own('write'), { curve: 'smooth', size: 4 })
    connect(own('three'), own('read'), own('write'), { size: 4 })
  })

  cell('contours', 'making', (own) => {
    const height = (x, y) => 60 * Math.exp(-((x - 3) ** 2 + (y - 2.5) ** 2) / 5) + 35 * Math.exp(-((x - 7) ** 2 + (y - 3) ** 2) / 3)
    const values = Array.from({ length: 7 }, (_, row) => Array.from({ length: 11 }, (_, column) => height(column, row)))
    contours(values, [8, 16, 24, 32, 40, 48], { origin: [-40, -12], step: 8 }).forEach(({ points, closed }, index) => {
      drawSpline(own(`height_${index}`), points, { closed })
      line(own(`height_${index}`), '#4d7c0f', 0.8)
    })
  })
}
