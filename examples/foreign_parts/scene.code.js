// Files of other programs: a flange in inches (DXF), a badge (SVG) and a table of pins (CSV) become one plate in millimetres.
const { names, layers, skipped } = importDxf('flange', 'flange.dxf')
console.log(`${names.length} entities on ${layers.join(', ')}; left out: ${JSON.stringify(skipped)}`)
const outlines = names.filter((name) => getEntity(name).layer === 'profile')
const bolts = names.filter((name) => getEntity(name).layer === 'holes')

drawRoundedRect('plate', 0, 0, 180, 90, 8)
const pins = readAsset('pins.csv', { as: 'numbers' }).map(([x, y, diameter], index) => {
  drawCircle(`pin_${index}`, x * 1.4, y * 1.3, diameter / 2)
  return `pin_${index}`
})
booleanDifference('plate', [...pins, ...bolts], 'drilled', { keep: false })
setFill('drilled', [0.93, 0.94, 0.96])
drawOrder('drilled', 'back')

importSvg('badge', 'badge.svg')
const { min, max } = getWorldBounds('badge')
translate('badge', -(min[0] + max[0]) / 2, 66 - (min[1] + max[1]) / 2)

dimension('across', { type: 'horizontal', of: outlines[0], side: 'below', decimals: 2 })
dimension('plate_width', { type: 'horizontal', of: 'drilled', side: 'below', offset: 20 })
dimension('plate_height', { type: 'vertical', of: 'drilled', side: 'left' })
leader('from_dxf', { of: outlines[0], at: 'right' }, 'flange.dxf', { offset: [45, 20] })
leader('from_svg', [18, 66], 'badge.svg', { offset: [25, 5] })
setPage('A3', { scale: '1:1', titleBlock: { title: 'Imported parts', number: 'IMP-1' } })
