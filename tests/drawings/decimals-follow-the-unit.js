// Numbers have two decimals in millimetres and three in longer units, unless the script chooses; a half is rounded away from zero.
const shown = (options) => {
  dimension('d', { type: 'horizontal', from: [0, 0], to: [options.length, 0], ...options.own })
  return getEntity('d').local.annotation.dimension.measures[0].text
}
const both = () => [0.375, 1.0625, 2.5].map((length) => shown({ length })).join(' ')
console.log(both())
//= 0.38 1.06 2.5
setUnits('in')
console.log(both(), shown({ length: 0.375, own: { decimals: 2 } }), shown({ length: 0.375, own: { tolerance: 'H7' } }))
//= 0.375 1.063 2.5 0.38 0.375 H7 +0.0006/0
setUnits('cm')
console.log(both())
//= 0.375 1.063 2.5
setDimensionStyle('ASME', { decimals: 2 })
setUnits('in')
console.log(both())
//= 0.38 1.06 2.5
setDimensionStyle('ASME', { leadingZeros: false, trailingZeros: true })
console.log(both())
//= .375 1.063 2.500
setUnits('mm')
setDimensionStyle('ISO', { factor: 1 / 25.4 })
console.log(shown({ length: 9.525 }), shown({ length: 127 }))
//= 0.375 5
setDimensionStyle('ISO')
console.log(both())
//= 0.38 1.06 2.5
