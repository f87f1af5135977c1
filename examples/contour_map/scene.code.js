// A contour map in metres from a grid of heights: lines every 5 m, thicker and labelled every 20 m, at 1:2000 on A3.
setUnits('m')
const [COLUMNS, ROWS, STEP] = [61, 41, 10]
const peaks = [[180, 220, 70, 90], [420, 160, 52, 110], [330, 330, 38, 60], [60, 60, 25, 70]]
const height = (x, y) => peaks.reduce((sum, [px, py, top, wide]) =>
  sum + top * Math.exp(-((x - px) ** 2 + (y - py) ** 2) / wide ** 2), 12 + 0.02 * x)
const values = Array.from({ length: ROWS }, (_, row) => Array.from({ length: COLUMNS }, (_, column) => height(column * STEP, row * STEP)))

defineLayer('minor', { color: '#b08d57', lineweight: 0.13 })
defineLayer('major', { color: '#8a5a1f', lineweight: 0.35 })
defineLayer('water', { color: 'steelblue', lineweight: 0.25 })
defineLayer('frame', { color: 'black', lineweight: 0.5 })

const levels = Array.from({ length: 16 }, (_, index) => 15 + 5 * index)
contours(values, levels, { step: STEP }).forEach(({ level, points, closed }, index) => {
  const name = `contour_${level}_${index}`
  drawSpline(name, points, { closed })
  setLayer(name, level % 20 === 0 ? 'major' : 'minor')
  if (level % 20 !== 0 || points.length < 20) return
  const at = Math.floor(points.length / 3)
  const [[x0, y0], [x1, y1]] = [points[at - 1], points[at + 1]]
  const turn = Math.atan2(y1 - y0, x1 - x0)
  const upright = Math.abs(turn) > Math.PI / 2 ? turn + Math.PI : turn
  drawText(`label_${index}`, String(level), (x0 + x1) / 2, (y0 + y1) / 2, 7, { align: 'center', valign: 'middle', angle: upright })
  setLayer(`label_${index}`, 'major')
})

drawPolygon('lake', [250, 60, 290, 40, 330, 55, 345, 85, 310, 105, 265, 95])
fillet('lake', 12)
setLayer('lake', 'water')
hatch('lake', { pattern: [{ angle: 0, step: [4, 3], dashes: [5, -3] }], color: 'steelblue' })
drawText('lake_text', 'Lake', 298, 72, 9, { align: 'center' })
drawRect('border', 300, 200, 600, 400)
setLayer('border', 'frame')
peaks.forEach(([x, y], index) => {
  drawRegularPolygon(`peak_${index}`, x, y, 5, 3)
  setFill(`peak_${index}`, 'black')
  drawText(`peak_text_${index}`, `${height(x, y).toFixed(1)}`, x + 8, y - 3, 8)
})

drawSpline('path', [[20, 380], [110, 330], [180, 226], [260, 200], [340, 180], [416, 164], [520, 60], [590, 20]])
setStroke('path', 'firebrick', 1.2, { dash: [8, 4] })
console.log(`the path is ${getLength('path').toFixed(0)} m long`)

northArrow('north', 575, 345)
scaleBar('bar', 20, -25, { division: 50 })
setPage('A3', { scale: '1:2000', titleBlock: { title: 'Contour map', number: 'M-12', creator: 'Survey', date: '2026-01-31' } })
