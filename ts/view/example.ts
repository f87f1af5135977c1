/** The drawing for a person who begins with an empty project: a plate with holes, a parameter, and dimensions. */
export const EXAMPLE = `// A plate with four holes. Move the sliders at the right, or ask your agent to change it.
const width = param('width', 80, { min: 40, max: 160, step: 5, label: 'Width of the plate' })
const height = param('height', 50, { min: 30, max: 100, step: 5, label: 'Height of the plate' })
const hole = param('hole', 6, { min: 3, max: 12, step: 0.5, label: 'Diameter of the holes' })

drawRect('plate', 0, 0, width, height)
setFill('plate', '#dfe7ef')
for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
  const name = 'hole_' + (x < 0 ? 'left' : 'right') + (y < 0 ? '_bottom' : '_top')
  drawCircle(name, x * (width / 2 - 8), y * (height / 2 - 8), hole / 2)
  setFill(name, '#ffffff')
}
dimension('dim_width', { type: 'horizontal', of: 'plate', side: 'below' })
dimension('dim_height', { type: 'vertical', of: 'plate', side: 'left' })
dimension('dim_hole', { type: 'diameter', of: 'hole_right_top' })
`
