// Extension lines begin at the nearest point of the outline, for every side, shape, unit and place.
setUnits('in')
drawRoundedRect('p', 1, 2, 4, 2, 0.4)
drawRegularPolygon('hex', 10, 0, 2, 6)
drawRect('q', 0, 0, 3, 1)
defineBlock('bar', 'q')
insert('bar', 'i', -8, 0, { angle: Math.PI / 2, scale: [1, -1] })
drawRect('blank', 20, 0, 4, 2); drawCircle('bore', 20, 0, 0.5)
booleanDifference('blank', 'bore', 'cut', { keep: false })
const show = (name, side, type) => {
  dimension('d', { type, of: name, side })
  const { linear } = getEntity('d').local.annotation.dimension.measures[0].kind
  console.log(name, side, JSON.stringify([linear.from, linear.to].map(({ x, y }) => [x, y].map((it) => Number(it.toFixed(3))))))
}
show('p', 'left', 'vertical'); show('p', 'right', 'vertical'); show('p', 'above', 'horizontal'); show('p', 'below', 'horizontal')
//= p left [[-0.6,1],[-0.6,3]]
//= p right [[2.6,1],[2.6,3]]
//= p above [[-1,2.6],[3,2.6]]
//= p below [[-1,1.4],[3,1.4]]
show('hex', 'above', 'horizontal'); show('hex', 'left', 'vertical')
//= hex above [[8.268,1],[11.732,1]]
//= hex left [[10,-2],[10,2]]
show('i', 'left', 'vertical'); show('i', 'above', 'horizontal')
//= i left [[-8.5,-1.5],[-8.5,1.5]]
//= i above [[-8.5,1.5],[-7.5,1.5]]
show('cut', 'left', 'vertical'); show('cut', 'above', 'horizontal')
//= cut left [[18,-1],[18,1]]
//= cut above [[18,1],[22,1]]
// From side to side of a thing whose sides are at different heights: the distance is level, and the lines begin at the outline.
drawPolygon('leaning', [0, 40, 100, 50, 100, 80, 0, 100])
drawPolygon('pointed', [0, 200, 100, 230, 20, 260])
for (const of of ['leaning', 'pointed']) {
  for (const type of ['aligned', 'linear']) {
    dimension('d', { type, from: { of, at: 'left' }, to: { of, at: 'right' }, side: 'below' })
    const [{ text, kind: { linear } }] = getEntity('d').local.annotation.dimension.measures
    console.log(of, type, text, JSON.stringify([linear.from, linear.to].map(({ x, y }) => [x, y])))
  }
}
//= leaning aligned 100 [[0,40],[100,50]]
//= leaning linear 100 [[0,40],[100,50]]
//= pointed aligned 100 [[0,200],[100,230]]
//= pointed linear 100 [[0,200],[100,230]]
