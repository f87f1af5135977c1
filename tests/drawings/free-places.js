// No text of a dimension, a leader, a call-out or a frame lies on an outline or on another text, at any scale and unit.
const plate = (unit, scale, x0) => {
  drawRect(`${unit}_blank`, x0, 0, 12 * scale, 8 * scale)
  const holes = []
  for (let i = 0; i < 4; i += 1) for (let j = 0; j < 3; j += 1) {
    drawCircle(`${unit}_h${i}${j}`, x0 + (i - 1.5) * 3 * scale, (j - 1) * 2.6 * scale, 0.3 * scale)
    holes.push(`${unit}_h${i}${j}`)
  }
  booleanDifference(`${unit}_blank`, holes, `${unit}_plate`, { keep: false })
  const of = `${unit}_plate`
  dimension(`${unit}_w`, { type: 'horizontal', of })
  dimension(`${unit}_h`, { type: 'vertical', of })
  for (let i = 0; i < 4; i += 1) dimension(`${unit}_x${i}`, { type: 'horizontal', from: { of, at: 'left' }, to: `${unit}_h${i}0` })
  for (let j = 0; j < 3; j += 1) dimension(`${unit}_y${j}`, { type: 'vertical', from: { of, at: 'bottom' }, to: `${unit}_h0${j}` })
  holeCallout(`${unit}_size`, holes, { through: true, counterbore: { diameter: scale, depth: scale * 0.4 } })
  leader(`${unit}_note`, { of, at: 'topRight' }, 'break all\nsharp edges')
  toleranceFrame(`${unit}_frame`, { of, at: 'top' }, 'flatness', 0.05 * scale)
  datum(`${unit}_datum`, { of, at: 'bottom' }, 'A')
  balloon(`${unit}_balloon`, { of: `${unit}_h31`, at: 'right' }, 1)
}
const unit = 'in'
setUnits(unit)
plate(unit, 0.5, 0)
setDrawingScale('1:1')
const boxes = () => {
  const found = []
  for (const name of listEntities()) {
    const { type, children, parent } = getEntity(name)
    if (parent !== null || !['dimension', 'leader', 'note'].includes(type)) continue
    for (const child of children) {
      if (getEntity(child).text !== undefined) found.push({ name, ...getWorldBounds(child) })
    }
  }
  return found
}
invariant('texts lie on nothing', () => {
  const all = boxes()
  const overlap = (a, b) => a.min[0] < b.max[0] && b.min[0] < a.max[0] && a.min[1] < b.max[1] && b.min[1] < a.max[1]
  const bad = []
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) if (one.name !== other.name && overlap(one, other)) bad.push(`${one.name} ${other.name}`)
    // A box crosses the outline when it is neither inside nor outside of the plate.
    const { min, max } = getWorldBounds('in_plate')
    const inside = one.min[0] > min[0] && one.max[0] < max[0] && one.min[1] > min[1] && one.max[1] < max[1]
    const outside = one.max[0] < min[0] || one.min[0] > max[0] || one.max[1] < min[1] || one.min[1] > max[1]
    if (!inside && !outside) bad.push(`${one.name} plate`)
  }
  console.log(all.length > 15, JSON.stringify(bad))
  return bad.length === 0
})
//= true []
