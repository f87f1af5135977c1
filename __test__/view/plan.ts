// A small plan with a bit of everything that the live view shows, and a plate.

export const HOUSE = `export function lamp(name, x, y) {
  drawCircle(name, x, y, 8)
  setFill(name, '#ffe066')
  setLayer(name, 'lights')
}
`

export const MAIN = `import { lamp } from 'house'
setUnits('cm')
defineLayer('lights', { color: '#cc8800' })
defineLayer('hidden', { visible: false })
drawRect('floor', 0, 0, 400, 240)
setFill('floor', '#dfe7ef')
drawRect('table', -100, 0, 120, 60)
setFill('table', '#b5651d')
drawCircle('vase', -100, 0, 12)
setFill('vase', '#2266cc')
drawPolygon('roof', [-200, 120, 200, 120, 0, 200])
lamp('lamp', 120, 60)
drawText('title', 'Plan', 0, -160, 30)
drawLine('secret', [-300, 0, 300, 0])
setLayer('secret', 'hidden')
createGroup('furniture', ['table', 'vase'])
console.log('drawn with', 8, 'objects')
`

/** A plate with a hole, whose width is a parameter and is shown by a dimension. */
export const PLATE = `const width = param('width', 80, { min: 40, max: 160 })
defineLayer('cut', { color: 'red' })
drawRect('plate', 0, 0, width, 50)
setLayer('plate', 'cut')
drawCircle('hole', 10, 0, 6)
dimension('d_width', { type: 'horizontal', of: 'plate' })
`
