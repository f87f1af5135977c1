// The cells of the chapter on dimensions, notes and hatches.
import { cell, line, show } from 'cells'

const PAPER = [0.93, 0.94, 0.96]

export function draftingCells() {
  cell('hatch', 'drafting', (own) => {
    drawRect(own('block'), 0, 8, 70, 42)
    drawCircle(own('bore'), 8, 8, 13)
    line(own('block'))
    line(own('bore'))
    hatch(own('block'), { pattern: 'ANSI31', spacing: 4, islands: own('bore') })
  })

  cell('dimension', 'drafting', (own) => {
    drawRect(own('plate'), -6, 12, 56, 30)
    drawCircle(own('bore'), -14, 12, 8)
    show(own('plate'), PAPER)
    show(own('bore'), 'white')
    dimension(own('width'), { type: 'horizontal', of: own('plate'), side: 'below', offset: 8 })
    dimension(own('height'), { type: 'vertical', of: own('plate'), side: 'right', offset: 8 })
    dimension(own('size'), { type: 'diameter', of: own('bore'), tolerance: 'H7', limits: false, angle: 0.5 })
  })

  cell('setDimensionStyle', 'drafting', (own) => {
    setDimensionStyle('ISO', { textHeight: 4 })
    drawPolygon(own('wedge'), [-34, -6, 34, -6, -34, 26])
    show(own('wedge'), PAPER)
    dimension(own('angle'), { type: 'angle', vertex: [34, -6], from: [-34, 26], to: [-34, -6], offset: 40 })
    dimension(own('base'), { type: 'horizontal', from: [-34, -6], to: [34, -6], side: 'below', offset: 8 })
  })

  cell('centerMark', 'drafting', (own) => {
    drawCircle(own('bore'), 0, 8, 20)
    show(own('bore'), PAPER)
    centerMark(own('mark'), own('bore'))
  })

  cell('centerMarks', 'drafting', (own) => {
    drawCircle(own('blank'), 0, 8, 26)
    const holes = [0, 1, 2, 3, 4].map((index) => {
      const angle = (index * 2 * Math.PI) / 5 + 0.3
      drawCircle(own(`hole_${index}`), 17 * Math.cos(angle), 8 + 17 * Math.sin(angle), 3)
      return own(`hole_${index}`)
    })
    booleanDifference(own('blank'), holes, own('flange'), { keep: false })
    show(own('flange'), PAPER)
    centerMarks(own('marks'), own('flange'))
  })

  cell('centerLine', 'drafting', (own) => {
    drawRect(own('shaft'), 0, 8, 66, 22)
    show(own('shaft'), PAPER)
    centerLine(own('axis'), { of: own('shaft'), at: 'left' }, { of: own('shaft'), at: 'right' })
  })

  cell('leader', 'drafting', (own) => {
    drawCircle(own('bore'), -20, 2, 14)
    show(own('bore'), PAPER)
    leader(own('note'), { of: own('bore'), at: [-12, 11] }, 'deburr', { offset: [16, 14] })
  })

  cell('balloon', 'drafting', (own) => {
    drawRect(own('part'), -12, 2, 48, 26)
    show(own('part'), PAPER)
    balloon(own('number'), own('part'), 3, { offset: [38, 22] })
  })

  cell('holeCallout', 'drafting', (own) => {
    drawRect(own('blank'), 0, -4, 72, 22)
    const holes = [-22, 22].map((x, index) => {
      drawCircle(own(`hole_${index}`), x, -4, 4)
      return own(`hole_${index}`)
    })
    booleanDifference(own('blank'), holes, own('plate'), { keep: false })
    show(own('plate'), PAPER)
    holeCallout(own('size'), own('plate'), { index: 0, depth: 12, counterbore: { diameter: 11, depth: 5 }, to: [-18, 20] })
  })

  cell('toleranceFrame', 'drafting', (own) => {
    drawRect(own('block'), -4, -8, 66, 16)
    show(own('block'), PAPER)
    const top = { of: own('block'), at: 'top' }
    toleranceFrame(own('flat'), top, 'parallelism', 0.05, { datums: ['A'], offset: [6, 18] })
  })

  cell('datum', 'drafting', (own) => {
    drawRect(own('block'), 0, 18, 66, 20)
    show(own('block'), PAPER)
    datum(own('letter'), { of: own('block'), at: 'bottom' }, 'A', { offset: 10 })
  })

  cell('sectionView', 'drafting', (own) => {
    drawRect(own('blank'), 0, 16, 66, 22)
    drawCircle(own('bore'), -12, 16, 7)
    drawCircle(own('screw'), 16, 16, 3)
    booleanDifference(own('blank'), [own('bore'), own('screw')], own('plate'), { keep: false })
    show(own('plate'), PAPER)
    sectionView(own('section'), own('plate'), [[-40, 16], [40, 16]], {
      thickness: 10, at: [0, -14], mark: false, holes: [{ of: own('screw'), counterbore: { diameter: 11, depth: 4 } }] })
  })

  cell('detailView', 'drafting', (own) => {
    drawPolygon(own('shaft'), [[-42, -8], [-14, -8], [-14, 14], [-16, 14], [-16, 16], [-42, 16]])
    show(own('shaft'), PAPER)
    detailView(own('detail'), [-15, 14], 5, { scale: 3, letter: 'Z', at: [22, 6] })
  })

  cell('surfaceFinish', 'drafting', (own) => {
    drawRect(own('block'), 0, -2, 66, 22)
    show(own('block'), PAPER)
    surfaceFinish(own('finish'), { of: own('block'), at: 'top' }, 'Ra 1.6', { machining: 'required' })
  })

  cell('sectionMark', 'drafting', (own) => {
    drawRect(own('housing'), 0, 8, 60, 30)
    show(own('housing'), PAPER)
    sectionMark(own('section'), [[8, 32], [8, -16]], 'A')
  })

  cell('northArrow', 'drafting', (own) => {
    northArrow(own('north'), 0, 8, { size: 34, angle: 0.3 })
  })

  cell('scaleBar', 'drafting', (own) => {
    scaleBar(own('bar'), -36, 6, { division: 14 })
  })

  cell('partsList', 'drafting', (own) => {
    drawCircle(own('head'), 0, 0, 4)
    defineBlock('screw M6', own('head'))
    drawRect(own('washer'), 0, 0, 12, 3)
    defineBlock('washer 6', own('washer'))
    for (const [index, x] of [-30, -14].entries()) insert('screw M6', own(`screw_${index}`), x, 28)
    insert('washer 6', own('washer_0'), 10, 28)
    partsList(own('list'), { at: [-32, 18], blocks: ['screw M6', 'washer 6'] })
  })

  cell('table', 'drafting', (own) => {
    table(own('parts'), [['No.', 'Part', 'Count'], [1, 'Plate', 1], [2, 'Screw M6', 4]], { at: [-32, 24] })
  })
}
