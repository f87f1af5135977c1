// A housing estate of 2,400 plots made of blocks within blocks: 21,600 shapes, and small to keep, draw and export.
setUnits('m')
const [STREETS, PLOTS] = [20, 120]

/** Draws flat areas without outlines. */
function paint(colors) {
  for (const [name, color] of Object.entries(colors)) {
    setFill(name, color)
    setStroke(name, null)
  }
}

drawRect('walls', 0, 0, 10, 8)
drawRect('shade', 0, -2, 10, 4)
drawRect('porch', 0, -5, 3, 2)
drawRect('chimney', 3, 1.5, 0.8, 0.8)
paint({ walls: '#d98b6a', shade: '#c4755a', porch: '#e8c7a0', chimney: '#7c4a3a' })
defineBlock('house', ['walls', 'shade', 'porch', 'chimney'])
drawCircle('crown', 0, 0, 2.2)
drawCircle('light', -0.6, 0.7, 1)
paint({ crown: '#6f9f5b', light: '#94bd7f' })
defineBlock('tree', ['crown', 'light'])

drawRect('lawn', 0, 0, 15, 18)
paint({ lawn: '#dcebcf' })
insert('house', 'home', 0, 1)
insert('tree', 'tree_left', -5, -6)
insert('tree', 'tree_right', 5, 6.5, { scale: 0.8 })
defineBlock('plot', ['lawn', 'home', 'tree_left', 'tree_right'], { attributes: { number: '' } })

for (let street = 0; street < STREETS; street += 1) {
  for (let index = 0; index < PLOTS; index += 1) {
    const isNorth = index % 2 === 1
    insert('plot', `plot_${street}_${index}`, 16 * Math.floor(index / 2), 46 * street + (isNorth ? 12 : -12), {
      angle: isNorth ? Math.PI : 0, attributes: { number: index + 1 },
    })
  }
}
