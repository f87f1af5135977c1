// A plate with a row of holes, to be made in many sizes: scenewright sweep examples/sweep/plate --set width=100..200/10
const width = param('width', 120, { min: 60, max: 400, label: 'Width', unit: 'mm', group: 'Plate' })
const height = param('height', 60, { min: 30, max: 200, label: 'Height', unit: 'mm', group: 'Plate' })
const t = param('t', 3, { min: 1, max: 12, label: 'Thickness', unit: 'mm', group: 'Plate' })
const holes = param('holes', 3, { min: 1, max: 12, step: 1, label: 'Number of holes', group: 'Holes' })
const bore = param('bore', 8, { min: 2, max: 40, label: 'Diameter', unit: 'mm', group: 'Holes' })

defineLayer('cut', { color: 'red' })
drawRect('plate', 0, 0, width, height)
setLayer('plate', 'cut')
for (let i = 0; i < holes; i++) {
  drawCircle(`hole_${i}`, (-width / 2) + (width * (i + 0.5)) / holes, 0, bore / 2)
  setLayer(`hole_${i}`, 'cut')
}

invariant('holes keep a wall of the thickness', () => width / holes - bore >= t, 'the holes are too near to each other')
