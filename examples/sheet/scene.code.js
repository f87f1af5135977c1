// A sheet with every function of the vocabulary at work, chapter by chapter.
import { answer, cell, ghost, line, paint, show } from 'cells'
import { blockCells } from 'block_cells'
import { cornerCells } from 'corner_cells'
import { draftingCells } from 'drafting_cells'
import { makingCells } from 'making_cells'

cell('drawCircle', 'shapes', (own) => {
  drawCircle(own('wheel'), 0, 8, 24)
  show(own('wheel'))
})

cell('drawRect', 'shapes', (own) => {
  drawRect(own('plate'), 0, 8, 64, 36)
  show(own('plate'))
})

cell('drawLine', 'shapes', (own) => {
  drawLine(own('roof'), [-34, -8, -14, 26, 8, -4, 34, 24])
  line(own('roof'))
})

cell('drawPolygon', 'shapes', (own) => {
  drawPolygon(own('house'), [-26, -16, 26, -16, 26, 12, 0, 34, -26, 12], [[-8, -10, 8, -10, 8, 8, -8, 8]])
  show(own('house'))
})

cell('drawArc', 'shapes', (own) => {
  drawLine(own('door'), [-20, -14, 22, -14])
  drawArc(own('swing'), -20, -14, 42, 0, Math.PI / 2)
  line(own('door'))
  line(own('swing'))
})

cell('drawEllipse', 'shapes', (own) => {
  drawEllipse(own('pond'), 0, 8, 34, 18, Math.PI / 8)
  show(own('pond'))
})

cell('drawBezier', 'shapes', (own) => {
  drawBezier(own('leaf'), 'M -36 -8 C -18 34 18 38 36 24 C 30 -2 0 -26 -36 -8 Z')
  show(own('leaf'), [0.62, 0.82, 0.6])
})

cell('drawText', 'shapes', (own) => {
  drawText(own('text'), 'Aa & Bb', 0, 2, 20, { align: 'center', color: '#2f6fb5' })
})

cell('getTextMetrics', 'shapes', (own) => {
  const { width, ascent, descent } = getTextMetrics('Type', 28)
  drawText(own('text'), 'Type', -width / 2, 2, 28)
  drawRect(own('box'), 0, 2 + (ascent - descent) / 2, width, ascent + descent)
  ghost(own('box'))
})

cell('sketch', 'shapes', (own) => {
  sketch(own('roof'), (s) => {
    const [a, b, tip] = [s.point(-30, -8), s.point(30, -8), s.point(4, 20)]
    const base = s.line(a, b)
    s.fixed(base)
    s.equal(s.line(a, tip), s.line(b, tip))
    s.distance(tip, base, 30)
  })
  setStroke(own('roof'), 'black', 1.5)
})

cell('translate', 'transforms', (own) => {
  drawCircle(own('from'), -22, 2, 13)
  ghost(own('from'))
  duplicate(own('from'), own('to'))
  translate(own('to'), 44, 14)
  show(own('to'))
})

cell('rotate', 'transforms', (own) => {
  drawRect(own('from'), 0, 8, 56, 14)
  ghost(own('from'))
  duplicate(own('from'), own('to'))
  rotate(own('to'), Math.PI / 5)
  show(own('to'))
})

cell('scale', 'transforms', (own) => {
  drawPolygon(own('from'), [-12, -6, 12, -6, 0, 18])
  ghost(own('from'))
  duplicate(own('from'), own('to'))
  scale(own('to'), 2.2, 1.8)
  show(own('to'))
  drawOrder(own('from'), 'front')
})

cell('setPivot', 'transforms', (own) => {
  for (let turn = 0; turn < 5; turn += 1) {
    drawRect(own(`arm_${turn}`), 4, -10, 54, 6)
    setPivot(own(`arm_${turn}`), -23, -10)
    rotate(own(`arm_${turn}`), (turn * Math.PI) / 10)
    show(own(`arm_${turn}`))
  }
})

cell('createGroup', 'groups', (own) => {
  drawRect(own('body'), 0, 6, 60, 16)
  drawCircle(own('rear'), -16, -4, 8)
  drawCircle(own('front'), 16, -4, 8)
  createGroup(own('car'), [own('body'), own('rear'), own('front')])
  paint(own('car'), [0.95, 0.75, 0.45], '#7a4310')
  rotate(own('car'), 0.2)
})

cell('addToGroup', 'groups', (own) => {
  drawRect(own('panel'), -8, 8, 44, 36)
  drawCircle(own('lamp'), 26, 18, 10)
  createGroup(own('set'), [own('panel')])
  addToGroup(own('set'), own('lamp'))
  paint(own('set'), [0.95, 0.75, 0.45], '#7a4310')
})

cell('removeFromGroup', 'groups', (own) => {
  drawRect(own('panel'), -8, 8, 44, 36)
  drawCircle(own('lamp'), 26, 18, 10)
  createGroup(own('set'), [own('panel'), own('lamp')])
  paint(own('set'), [0.95, 0.75, 0.45], '#7a4310')
  removeFromGroup(own('lamp'))
  ghost(own('lamp'))
})

cell('ungroup', 'groups', (own) => {
  const parts = [0, 1, 2].map((index) => own(`part_${index}`))
  for (const [index, part] of parts.entries()) drawRect(part, (index - 1) * 22, 8, 18, 18)
  createGroup(own('row'), parts)
  ungroup(own('row'))
  for (const [index, part] of parts.entries()) rotate(part, (index - 1) * 0.4)
  for (const part of parts) show(part, [0.95, 0.75, 0.45])
})

cell('deleteEntity', 'groups', (own) => {
  for (let index = 0; index < 9; index += 1) {
    drawRect(own(`tile_${index}`), ((index % 3) - 1) * 18, 8 + (Math.floor(index / 3) - 1) * 18, 14, 14)
    show(own(`tile_${index}`), [0.95, 0.75, 0.45])
  }
  deleteEntity(own('tile_4'))
})

cell('duplicate', 'groups', (own) => {
  drawRect(own('window'), -26, 8, 18, 30)
  show(own('window'), [0.95, 0.75, 0.45])
  for (const index of [1, 2]) {
    duplicate(own('window'), own(`window_${index}`))
    translate(own(`window_${index}`), 26 * index, 0)
  }
})

cell('mirror', 'groups', (own) => {
  drawPolygon(own('wing'), [-36, -10, -4, -2, -4, 30])
  ghost(own('wing'))
  mirror(own('wing'), own('other'), 'x')
  translate(own('other'), 40, 0)
  show(own('other'), [0.95, 0.75, 0.45])
})

cell('setFill', 'style', (own) => {
  for (const [index, color] of ['#e4572e', '#f3a712', '#76b041', '#17bebb'].entries()) {
    drawCircle(own(`dot_${index}`), index * 14 - 21, 8, 16)
    setFill(own(`dot_${index}`), color)
    setStroke(own(`dot_${index}`), null)
  }
})

cell('setStroke', 'style', (own) => {
  const pens = [{ dash: [6, 3] }, { dash: [0, 5], cap: 'round' }, { dash: [12, 3, 2, 3] }, {}]
  for (const [index, pen] of pens.entries()) {
    drawLine(own(`pen_${index}`), [-36, 26 - index * 12, 36, 26 - index * 12])
    setStroke(own(`pen_${index}`), '#a23b72', 1 + index, pen)
  }
})

cell('setLayer', 'style', (own) => {
  drawRect(own('wall'), 0, 20, 70, 8)
  drawCircle(own('chair'), 0, -4, 11)
  setLayer(own('wall'), 'walls')
  setLayer(own('chair'), 'furniture')
  show(own('wall'), [0.85, 0.62, 0.76])
  show(own('chair'))
})

cell('defineLayer', 'style', (own) => {
  defineLayer('construction', { color: '#a23b72', linetype: 'dashed', visible: false })
  drawRect(own('block'), 0, 8, 60, 36)
  show(own('block'), [0.85, 0.62, 0.76])
  drawLine(own('helper'), [-40, 8, 40, 8])
  setLayer(own('helper'), 'construction')
})

cell('drawOrder', 'order', (own) => {
  for (const [index, color] of ['#cfc3ea', '#a690d6', '#6a4fa3'].entries()) {
    drawRect(own(`sheet_${index}`), index * 14 - 14, 8 + index * 7 - 7, 40, 28)
    paint(own(`sheet_${index}`), color, '#3c2a66')
  }
  drawOrder(own('sheet_0'), 'front')
})

cell('getDrawOrder', 'order', (own) => {
  const parts = ['a', 'b', 'c'].map(own)
  for (const [index, part] of parts.entries()) drawRect(part, index * 16 - 16, 12, 28, 28)
  createGroup(own('stack'), parts)
  drawOrder(parts[1], 'front')
  for (const [index, name] of getDrawOrder(own('stack')).order.entries()) {
    paint(name, ['#cfc3ea', '#a690d6', '#6a4fa3'][index], '#3c2a66')
  }
})

cell('exists', 'queries', (own) => {
  drawRect(own('post'), 0, 14, 8, 32)
  if (!exists(own('base'))) drawRect(own('base'), 0, -4, 48, 6)
  show(own('post'))
  show(own('base'))
})

cell('getEntity', 'queries', (own) => {
  drawRect(own('plate'), 0, 14, 60, 24)
  show(own('plate'))
  const { type, z_order } = getEntity(own('plate'))
  answer(own('answer'), `${type}, z ${z_order}`)
})

cell('getWorldBounds', 'queries', (own) => {
  drawRect(own('plate'), 0, 8, 56, 20)
  rotate(own('plate'), Math.PI / 7)
  show(own('plate'))
  const { min, max } = getWorldBounds(own('plate'))
  drawPolygon(own('box'), [min, [max[0], min[1]], max, [min[0], max[1]]])
  ghost(own('box'))
})

cell('getWorldTransform', 'queries', (own) => {
  drawRect(own('arm'), 0, 12, 56, 12)
  rotate(own('arm'), Math.PI / 6)
  show(own('arm'))
  const [[a, , e]] = getWorldTransform(own('arm'))
  answer(own('answer'), `a ${a.toFixed(2)}, e ${e.toFixed(2)}`)
})

cell('getWorldPoint', 'queries', (own) => {
  drawRect(own('arm'), 0, 8, 60, 10)
  rotate(own('arm'), Math.PI / 6)
  show(own('arm'))
  const tip = getWorldPoint(own('arm'), 30, 8)
  drawCircle(own('tip'), tip.x, tip.y, 5)
  paint(own('tip'), '#b33f40', null)
})

cell('listEntities', 'queries', (own) => {
  drawRect(own('left_wall'), -30, 8, 8, 40)
  drawRect(own('right_wall'), 30, 8, 8, 40)
  drawRect(own('table'), 0, 8, 26, 18)
  ghost(own('table'))
  for (const wall of listEntities({ name: own('*_wall') })) show(wall)
})

cell('getArea', 'queries', (own) => {
  drawEllipse(own('disc'), 0, 14, 30, 18)
  show(own('disc'))
  answer(own('answer'), `${getArea(own('disc')).toFixed(0)} mm²`)
})

cell('getLength', 'queries', (own) => {
  drawBezier(own('cable'), 'M -36 6 C -20 46 -4 -26 12 14 S 30 30 38 10')
  line(own('cable'))
  answer(own('answer'), `${getLength(own('cable')).toFixed(1)} mm`)
})

cell('contains', 'queries', (own) => {
  drawRect(own('plate'), 0, 14, 64, 30)
  show(own('plate'))
  for (const [index, x] of [-16, 30].entries()) {
    drawCircle(own(`hole_${index}`), x, 14, 9)
    const isInside = contains(own('plate'), own(`hole_${index}`))
    paint(own(`hole_${index}`), isInside ? '#76b041' : '#e4572e', '#2f6fb5')
  }
})

cell('entitiesAt', 'queries', (own) => {
  // Far from the cells, which are moved from the origin to their places.
  const away = 5000
  const discs = [-14, 0, 14].map((x, index) => {
    drawCircle(own(`disc_${index}`), away + x, 8, 17)
    show(own(`disc_${index}`), [0.9, 0.93, 0.96])
    return own(`disc_${index}`)
  })
  for (const name of entitiesAt(away - 8, 8)) setFill(name, [0.55, 0.74, 0.93])
  drawCircle(own('point'), away - 8, 8, 2)
  paint(own('point'), '#b33f40', null)
  for (const name of [...discs, own('point')]) translate(name, -away, 0)
})

cell('distance', 'queries', (own) => {
  drawCircle(own('gear'), -20, 10, 18)
  drawPolygon(own('wall'), [16, -14, 40, -4, 30, 30])
  show(own('gear'))
  show(own('wall'))
  const { distance: gap, from, to } = distance(own('gear'), own('wall'))
  drawLine(own('gap'), [from, to])
  line(own('gap'), '#b33f40')
  answer(own('answer'), gap.toFixed(2))
})

cell('intersections', 'queries', (own) => {
  drawLine(own('road'), [-40, 0, 40, 18])
  drawBezier(own('river'), 'M -40 30 C -10 -60 10 80 40 -14')
  line(own('road'), '#6b7280')
  line(own('river'))
  for (const [index, [x, y]] of intersections(own('road'), own('river')).entries()) {
    drawCircle(own(`bridge_${index}`), x, y, 3.5)
    paint(own(`bridge_${index}`), '#b33f40', null)
  }
})

/** Two overlapping discs, and what an operation makes of them. */
function combined(title, operation) {
  cell(title, 'regions', (own) => {
    drawCircle(own('a'), -13, 8, 22)
    drawCircle(own('b'), 13, 8, 22)
    operation(own('a'), own('b'), own('result'))
    show(own('result'), [0.93, 0.66, 0.62])
    for (const name of [own('a'), own('b')]) {
      ghost(name)
      drawOrder(name, 'front')
    }
  })
}

combined('booleanUnion', (a, b, result) => booleanUnion(a, b, result))
combined('booleanDifference', (a, b, result) => booleanDifference(a, b, result))
combined('booleanIntersect', (a, b, result) => booleanIntersect(a, b, result))
combined('booleanXor', (a, b, result) => booleanXor(a, b, result))

cell('offsetPolygon', 'regions', (own) => {
  drawPolygon(own('pocket'), [-24, -6, 24, -6, 24, 8, 4, 8, 4, 24, -24, 24])
  for (const [index, delta] of [6, -4].entries()) {
    offsetPolygon(own('pocket'), delta, own(`path_${index}`))
    paint(own(`path_${index}`), index === 0 ? [0.97, 0.83, 0.8] : [0.93, 0.66, 0.62], '#8c2f2f')
  }
  ghost(own('pocket'))
  drawOrder(own('pocket'), 'front')
})

cell('convexHull', 'regions', (own) => {
  const points = Array.from({ length: 14 }, (_, index) => {
    const [radius, angle] = [index % 2 ? 13 : 26, (index * Math.PI) / 7]
    return [radius * Math.cos(angle), 8 + radius * Math.sin(angle)]
  })
  drawPolygon(own('star'), points)
  convexHull(own('star'), own('hull'))
  show(own('hull'), [0.97, 0.83, 0.8])
  show(own('star'), [0.93, 0.66, 0.62])
  drawOrder(own('star'), 'front')
})

cell('decompose', 'regions', (own) => {
  drawRect(own('sheet'), 0, 8, 76, 36)
  drawCircle(own('blank'), 0, 8, 24)
  booleanDifference(own('sheet'), own('blank'), own('rest'))
  const parts = decompose(own('rest'), own('part'))
  for (const name of [own('sheet'), own('rest')]) ghost(name)
  for (const [index, part] of parts.entries()) show(part, ['#eda59f', '#f7d4cc', '#d98880', '#c96a5f'][index])
  deleteEntity(own('blank'))
})

cell('join', 'regions', (own) => {
  drawLine(own('bottom'), [-30, -6, 20, -6])
  drawArc(own('end'), 20, 8, 14, -Math.PI / 2, Math.PI / 2)
  drawLine(own('top'), [-30, 22, 20, 22])
  drawLine(own('side'), [-30, 22, -30, -6])
  join(['bottom', 'end', 'top', 'side'].map(own), own('outline'))
  show(own('outline'), [0.97, 0.83, 0.8])
})

cell('weld', 'regions', (own) => {
  drawRect(own('left'), -18.0001, 8, 36, 36)
  drawCircle(own('right'), 12, 8, 24)
  weld([own('left'), own('right')], own('both'), { tolerance: 0.001, keep: false })
  show(own('both'), [0.97, 0.83, 0.8])
})

cell('setUnits', 'scene', (own) => {
  setUnits('mm')
  drawText(own('text'), 'mm', 0, 2, 22, { align: 'center', color: '#6b7280' })
})

cell('setDrawingScale', 'scene', (own) => {
  setDrawingScale('1:1')
  drawRect(own('house'), 0, 4, 50, 26)
  show(own('house'), [0.84, 0.86, 0.89])
  drawLine(own('axis'), [-38, 4, 38, 4])
  defineLayer('axes', { color: '#a23b72', linetype: 'center' })
  setLayer(own('axis'), 'axes')
})

cell('setTolerance', 'scene', (own) => {
  for (const [index, tolerance] of [4, 1, 0.01].entries()) {
    const x = index * 27 - 27
    drawBezier(own(`leaf_${index}`), `M ${x} -14 C ${x + 16} 0 ${x + 16} 16 ${x} 30 C ${x - 16} 16 ${x - 16} 0 ${x} -14 Z`)
    setTolerance(tolerance)
    offsetPolygon(own(`leaf_${index}`), -3, own(`facets_${index}`))
    show(own(`facets_${index}`), [0.84, 0.86, 0.89])
    ghost(own(`leaf_${index}`))
    drawOrder(own(`leaf_${index}`), 'front')
  }
})

cell('setDefaults', 'scene', (own) => {
  drawRect(own('blank'), 0, 8, 60, 36)
  drawCircle(own('bore'), 0, 8, 10)
  setDefaults({ keep: false })
  booleanDifference(own('blank'), own('bore'), own('plate'))
  setDefaults({ keep: true })
  show(own('plate'))
})

cell('fitToViewport', 'scene', (own) => {
  const { scale: factor } = fitToViewport(36, 20, { viewport: [72, 48] })
  drawRect(own('viewport'), 0, 8, 72, 48)
  ghost(own('viewport'))
  drawRect(own('drawing'), 0, 8, 36, 20)
  scale(own('drawing'), factor, factor)
  show(own('drawing'), [0.84, 0.86, 0.89])
})

cell('param', 'rules', (own) => {
  const teeth = param('teeth', 9, { min: 3, max: 24, step: 1, label: 'Teeth of the star' })
  const points = Array.from({ length: teeth * 2 }, (_, index) => {
    const [radius, angle] = [index % 2 ? 15 : 26, (index * Math.PI) / teeth]
    return [radius * Math.cos(angle), 8 + radius * Math.sin(angle)]
  })
  drawPolygon(own('star'), points)
  show(own('star'), [0.8, 0.9, 0.65])
})

cell('invariant', 'rules', (own) => {
  drawRect(own('plate'), 0, 8, 60, 34)
  show(own('plate'), [0.8, 0.9, 0.65])
  invariant('the plate fits the cell', () => getArea(own('plate')) < 60 * 40)
  answer(own('text'), 'kept')
})

cell('check.minDistance', 'rules', (own) => {
  for (const [index, x] of [-20, 20].entries()) {
    drawCircle(own(`bore_${index}`), x, 8, 14)
    show(own(`bore_${index}`), [0.8, 0.9, 0.65])
  }
  check.minDistance(own('bore_0'), own('bore_1'), 12)
  answer(own('text'), '12 apart')
})

cell('check.inside', 'rules', (own) => {
  drawRect(own('plate'), 0, 8, 70, 36)
  drawCircle(own('bore'), 18, 8, 12)
  ghost(own('plate'))
  show(own('bore'), [0.8, 0.9, 0.65])
  check.inside(own('bore'), own('plate'))
})

cell('check.noOverlap', 'rules', (own) => {
  const parts = [-22, 0, 22].map((x, index) => {
    drawRect(own(`part_${index}`), x, 8, 22, 30)
    show(own(`part_${index}`), [0.8, 0.9, 0.65])
    return own(`part_${index}`)
  })
  check.noOverlap(parts)
})

cell('check.area', 'rules', (own) => {
  drawRect(own('room'), 0, 8, 48, 30)
  show(own('room'), [0.8, 0.9, 0.65])
  check.area(own('room'), { min: 1400, max: 1500 })
  answer(own('text'), '1400 to 1500')
})

cell('check.clearance', 'rules', (own) => {
  drawCircle(own('bore'), -18, 8, 12)
  drawLine(own('mark'), [10, -8, 10, 24])
  show(own('bore'), [0.8, 0.9, 0.65])
  line(own('mark'))
  setLayer(own('bore'), 'bores')
  setLayer(own('mark'), 'marks')
  check.clearance('bores', 'marks', 10)
})

cell('check.closed', 'rules', (own) => {
  drawLine(own('low'), [-26, -8, 26, -8, 26, 24])
  drawLine(own('high'), [26, 24, -26, 24, -26, -8])
  line(own('low'))
  line(own('high'))
  check.closed([own('low'), own('high')])
})

cell('check.minWidth', 'rules', (own) => {
  drawRect(own('plate'), 0, 8, 60, 34)
  drawCircle(own('bore'), 16, 8, 10)
  ghost(own('plate'))
  show(own('bore'), [0.8, 0.9, 0.65])
  check.minWidth([own('plate'), own('bore')], 3)
})

cell('check.minRadius', 'rules', (own) => {
  drawRoundedRect(own('plate'), 0, 8, 60, 34, 8)
  show(own('plate'), [0.8, 0.9, 0.65])
  check.minRadius(own('plate'), 6)
})

cell('check.symmetric', 'rules', (own) => {
  for (const [index, x] of [-20, 20].entries()) {
    drawCircle(own(`bore_${index}`), x, 8, 12)
    show(own(`bore_${index}`), [0.8, 0.9, 0.65])
  }
  check.symmetric([own('bore_0'), own('bore_1')], 'x')
})

cell('check.count', 'rules', (own) => {
  for (let index = 0; index < 4; index += 1) {
    drawCircle(own(`bore_${index}`), index * 18 - 27, 8, 7)
    show(own(`bore_${index}`), [0.8, 0.9, 0.65])
  }
  check.count(own('bore_*'), 4)
})

cell('check.aligned', 'rules', (own) => {
  drawRect(own('low'), -16, 0, 24, 16)
  drawRect(own('high'), 16, 8, 24, 32)
  show(own('low'), [0.8, 0.9, 0.65])
  show(own('high'), [0.8, 0.9, 0.65])
  check.aligned([own('low'), own('high')], 'bottom')
})

cell('check.touches', 'rules', (own) => {
  drawRect(own('left'), -12, 8, 24, 24)
  drawRect(own('right'), 12, 8, 24, 16)
  show(own('left'), [0.8, 0.9, 0.65])
  show(own('right'), [0.8, 0.9, 0.65])
  check.touches(own('left'), own('right'))
})

cell('check.lint', 'rules', (own) => {
  drawText(own('text'), 'no errors', 0, 2, 14, { align: 'center' })
  check.lint('drawing', { severity: 'warn' })
})

cell('importDxf', 'assets', (own) => {
  const { names } = importDxf(own('link'), 'link.dxf', { scale: 0.8 })
  show(names[0], [0.7, 0.88, 0.92])
})

cell('importSvg', 'assets', (own) => {
  importSvg(own('bracket'), 'bracket.svg')
  translate(own('bracket'), -30, 28)
})

cell('readAsset', 'assets', (own) => {
  const points = readAsset('points.csv', { as: 'numbers' })
  drawLine(own('run'), points)
  line(own('run'))
  for (const [index, [x, y]] of points.entries()) {
    drawCircle(own(`point_${index}`), x, y, 3)
    show(own(`point_${index}`), [0.7, 0.88, 0.92])
  }
})

blockCells()
draftingCells()
cornerCells()
makingCells()
