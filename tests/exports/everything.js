// Every kind of entity, plain, turned, mirrored, stretched and sheared, in every style; text, layers and odd names.
setUnits('mm')
defineLayer('벽체', { color: '#336699', linetype: 'dashdot', lineweight: 0.5 })
defineLayer('a/b*c', { color: 'red', linetype: 'center' })
defineLayer('A/B*C', { linetype: 'phantom', locked: false })
defineLayer('hidden', { linetype: 'hidden', visible: false })

const shapes = {
  circle: (name) => drawCircle(name, 0, 0, 20),
  rect: (name) => drawRect(name, 0, 0, 40, 20),
  line: (name) => drawLine(name, [-20, 0, 0, 15, 20, 0]),
  polygon: (name) => drawPolygon(name, [-20, -15, 20, -15, 0, 20], [[-5, -5, 5, -5, 0, 5]]),
  star: (name) => drawPolygon(name, [0, 1, 2, 3, 4].map((k) => [20 * Math.sin(k * 0.8 * Math.PI), 20 * Math.cos(k * 0.8 * Math.PI)]).flat()),
  arc: (name) => drawArc(name, 0, 0, 20, 0.3, 4),
  ellipse: (name) => drawEllipse(name, 0, 0, 20, 10, 0.4),
  curves: (name) => drawBezier(name, 'M -20 0 C -10 20 10 -20 20 0 Q 20 20 0 20 A 20 12 30 0 1 -20 0 Z M -3 8 a 3 3 0 1 0 6 0 a 3 3 0 1 0 -6 0 z'),
  bulges: (name) => drawBezier(name, 'M -20 0 L 0 0 A 10 10 0 0 1 10 10 L 10 20 A 30 30 0 0 1 -20 0'),
}

let count = 0
function place(name) {
  translate(name, (count % 8) * 60, Math.floor(count / 8) * -60)
  count += 1
}

for (const [kind, draw] of Object.entries(shapes)) {
  draw(`${kind}_plain`)
  place(`${kind}_plain`)

  draw(`${kind}_turned`)
  rotate(`${kind}_turned`, 0.7)
  setFill(`${kind}_turned`, [1, 0, 0, 0.5])
  place(`${kind}_turned`)

  draw(`${kind}_mirrored`)
  scale(`${kind}_mirrored`, -1.5, 1.5)
  setFill(`${kind}_mirrored`, '#00aa00')
  setStroke(`${kind}_mirrored`, [0, 0, 0.5, 0.4], 2, { cap: 'round', join: 'round' })
  setLayer(`${kind}_mirrored`, '벽체')
  place(`${kind}_mirrored`)

  draw(`${kind}_sheared`)
  rotate(`${kind}_sheared`, 0.5)
  scale(`${kind}_sheared`, 1.3, 0.6)
  setFill(`${kind}_sheared`, 'yellow')
  setStroke(`${kind}_sheared`, 'blue', 0.5, { dash: [3, 2, 1], cap: 'square', join: 'bevel' })
  setLayer(`${kind}_sheared`, 'a/b*c')
  place(`${kind}_sheared`)

  draw('source')
  mirror('source', `${kind}_image`, 'y')
  deleteEntity('source')
  rotate(`${kind}_image`, 2.5)
  setLayer(`${kind}_image`, 'A/B*C')
  place(`${kind}_image`)
}

for (const align of ['left', 'center', 'right']) {
  drawText(`text_${align}`, 'Abg 8%%c\nÄ^ x^2', 0, 0, 12, { align })
  if (align === 'center') rotate('text_center', 0.4)
  if (align === 'right') scale('text_right', -1, 1)
  place(`text_${align}`)
}
drawText('letter', 'I', 0, 0, 12)
place('letter')

drawCircle('inner', 700, 0, 5)
createGroup('hidden group', ['inner'])
setLayer('hidden group', 'hidden')
drawCircle('on hidden', 700, 20, 5)
setLayer('on hidden', 'hidden')

drawCircle('evil\n0\nEOF \u0001 ]]> " & < \' 한글', 700, 40, 5)
drawCircle('x'.repeat(256), 700, 60, 5)
drawCircle('deep', 700, 80, 5)
for (let depth = 0; depth < 400; depth += 1) createGroup(`level ${depth}`, [depth === 0 ? 'deep' : `level ${depth - 1}`])
