// The cells of the chapter on blocks and arrays.
import { answer, cell, ghost, line, show } from 'cells'

const STONE = [0.87, 0.84, 0.78]

/** A tree, as the block of a cell. */
function tree(own) {
  drawRect(own('trunk'), 0, 5, 2.4, 10)
  drawCircle(own('crown'), 0, 14, 7)
  show(own('trunk'), STONE)
  show(own('crown'), [0.72, 0.85, 0.66])
  return [own('trunk'), own('crown')]
}

export function blockCells() {
  cell('defineBlock', 'blocks', (own) => {
    defineBlock('tree', tree(own), { attributes: { name: { x: 0, y: -8, size: 6, align: 'center' } } })
    insert('tree', own('oak'), -20, 2, { attributes: { name: 'oak' } })
    insert('tree', own('elm'), 18, 2, { scale: 1.4, attributes: { name: 'elm' } })
  })

  cell('insert', 'blocks', (own) => {
    drawRect(own('frame'), 15, 1.5, 30, 3)
    drawArc(own('swing'), 0, 0, 30, 0, Math.PI / 2)
    drawLine(own('leaf'), [0, 0, 0, 30])
    for (const part of ['frame', 'swing', 'leaf']) line(own(part))
    defineBlock('door', [own('frame'), own('swing'), own('leaf')])
    insert('door', own('one'), -34, 0)
    insert('door', own('other'), 34, 0, { scale: [-1, 1] })
  })

  cell('port', 'blocks', (own) => {
    drawCircle(own('casing'), 0, 0, 9)
    drawPolygon(own('impeller'), [-5, -7, -5, 7, 9, 0])
    show(own('casing'), STONE)
    show(own('impeller'), STONE)
    port('in', -9, 0, 'left')
    port('out', 9, 0, 'right')
    defineBlock('pump', [own('casing'), own('impeller')])
    insert('pump', own('one'), -26, -4)
    insert('pump', own('two'), 26, 20)
    connect(own('pipe'), `${own('one')}.out`, `${own('two')}.in`, { curve: 'orthogonal', size: 4 })
  })

  cell('arrayLinear', 'blocks', (own) => {
    drawRect(own('post'), -35, 10, 6, 26)
    show(own('post'), STONE)
    arrayLinear(own('post'), 6, 14, 0)
  })

  cell('arrayGrid', 'blocks', (own) => {
    drawRect(own('desk'), -30, -8, 12, 6)
    show(own('desk'), STONE)
    arrayGrid(own('desk'), 5, 4, 15, 11)
  })

  cell('arrayPolar', 'blocks', (own) => {
    drawCircle(own('disc'), 0, 9, 29)
    ghost(own('disc'))
    drawSlot(own('slot'), 14, 9, 23, 9, 5)
    show(own('slot'), STONE)
    arrayPolar(own('slot'), 9, { center: [0, 9] })
  })

  cell('arrayAlong', 'blocks', (own) => {
    drawBezier(own('street'), 'M -40 -8 C -20 44 14 -40 40 24')
    line(own('street'), '#6b7280')
    drawPolygon(own('arrow'), [-3, -3, 5, 0, -3, 3])
    show(own('arrow'), STONE)
    const names = arrayAlong(own('arrow'), own('street'), { count: 9, keep: false })
    answer(own('count'), `${names.length} instances`)
  })
}
