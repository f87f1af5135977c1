// A section has the lengths that a cutting line cuts, seats and bottoms; a detail is the drawing at another scale.
setUnits('in')
drawRect('blank', 0, 0, 6, 3)
drawCircle('bore', -1.5, 0, 0.75); drawCircle('screw', 1.5, 0, 0.2); drawCircle('blind', 2.4, 0, 0.15)
booleanDifference('blank', ['bore', 'screw', 'blind'], 'plate', { keep: false })
sectionView('view', 'plate', [[-4, 0], [4, 0]], {
  thickness: 0.5, at: [0, -4], letter: 'C', holes: [
    { of: 'screw', counterbore: { diameter: 0.6, depth: 0.25 } }, { of: 'blind', depth: 0.3 }] })
detailView('detail', [1.5, 0], 0.5, { scale: 4, letter: 'D', at: [8, 0] })
  const { min, max } = getWorldBounds('view_hatch')
  console.log(JSON.stringify([min, max].map((point) => point.map((it) => Number(it.toFixed(1)) + 0))))
  const { min: low, max: high } = getWorldBounds('detail')
  console.log(Math.abs(high[0] - 10) < 1e-9, Math.abs(low[1] + 2) < 1e-9)
//= [[-3,-4.2],[3,-3.7]]
//= true true
