// The cells of the chapter on corners and walls.
import { cell, ghost, line, show } from 'cells'

const SKY = [0.76, 0.86, 0.93]

export function cornerCells() {
  cell('drawRoundedRect', 'corners', (own) => {
    drawRoundedRect(own('panel'), 0, 8, 70, 40, [2, 16, 2, 16])
    show(own('panel'), SKY)
  })

  cell('drawRegularPolygon', 'corners', (own) => {
    drawRegularPolygon(own('nut'), 0, 8, 22, 6, { inside: true })
    show(own('nut'), SKY)
    drawCircle(own('flats'), 0, 8, 22)
    ghost(own('flats'))
  })

  cell('drawSlot', 'corners', (own) => {
    drawSlot(own('slot'), -26, -4, 26, 20, 18)
    show(own('slot'), SKY)
    drawLine(own('way'), [-26, -4, 26, 20])
    ghost(own('way'))
  })

  cell('drawSpline', 'corners', (own) => {
    const points = [[-38, -6], [-18, 28], [0, -4], [20, 24], [38, 2]]
    drawSpline(own('river'), points)
    line(own('river'))
    for (const [index, [x, y]] of points.entries()) {
      drawCircle(own(`point_${index}`), x, y, 2)
      show(own(`point_${index}`), SKY)
    }
  })

  cell('fillet', 'corners', (own) => {
    drawPolygon(own('before'), [-36, -12, 36, -12, 36, 30, 4, 30, 4, 10, -36, 10])
    duplicate(own('before'), own('plate'))
    fillet(own('plate'), 9)
    show(own('plate'), SKY)
    ghost(own('before'))
    drawOrder(own('before'), 'front')
  })

  cell('chamfer', 'corners', (own) => {
    drawRect(own('before'), 0, 8, 70, 40)
    duplicate(own('before'), own('plate'))
    chamfer(own('plate'), 12, { corners: [[35, 28], [-35, 28]] })
    show(own('plate'), SKY)
    ghost(own('before'))
    drawOrder(own('before'), 'front')
  })

  cell('thicken', 'corners', (own) => {
    drawLine(own('axis'), [-34, -8, 34, -8, 34, 26, 0, 26])
    thicken(own('axis'), 8, { justify: 'left', result: own('wall') })
    show(own('wall'), SKY)
    ghost(own('axis'))
    drawOrder(own('axis'), 'front')
  })

  cell('trim', 'corners', (own) => {
    drawCircle(own('ring'), 0, 8, 24)
    drawLine(own('knife'), [-40, 16, 40, 16])
    duplicate(own('ring'), own('before'))
    trim(own('ring'), own('knife'), [0, 32])
    line(own('ring'))
    for (const name of ['before', 'knife']) ghost(own(name))
  })

  cell('extend', 'corners', (own) => {
    drawCircle(own('tank'), 26, 10, 16)
    drawLine(own('pipe'), [-40, -2, -14, 3])
    duplicate(own('pipe'), own('before'))
    extend(own('pipe'), own('tank'))
    show(own('tank'), SKY)
    line(own('pipe'))
    setStroke(own('before'), '#6b7280', 2.4)
  })

  cell('splitAt', 'corners', (own) => {
    drawCircle(own('ring'), 0, 8, 25)
    const parts = splitAt(own('ring'), [[25, 8], [-12, 30], [-12, -14]])
    for (const [index, part] of parts.entries()) line(part, ['#2f6fb5', '#b33f40', '#4d7c0f'][index], 2.4)
  })
}
