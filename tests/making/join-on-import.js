// The same while it is read: two outlines and an engraved line, in inches, of which one has a gap.
//= true,false,false 25.4
//= 0.508 25.4,12.7 25.4,13.208
//= plate_joined
const line = (layer, a, b, c, d) => ['0', 'LINE', '8', layer, '10', a, '20', b, '11', c, '21', d]
const dxf = ['0', 'SECTION', '2', 'HEADER', '9', '$INSUNITS', '70', '1', '0', 'ENDSEC', '0', 'SECTION', '2', 'ENTITIES',
  ...line('cut', 1, 0, 0, 0), ...line('cut', 1, 0, 1, 1), ...line('cut', 0, 0, 0, 1), ...line('cut', 1, 1, 0, 1),
  ...line('cut', 5, 0, 5, 2), ...line('cut', 5, 0, 1, 0.5), ...line('cut', 5, 2, 1, 0.52), ...line('engrave', 0, 0, 1, 1),
  '0', 'ENDSEC', '0', 'EOF'].join('\n')
const { names, joined, scale } = importDxf('plate', dxf, { join: 0.01 })
console.log(joined.paths.map((path) => path.closed).join(), scale)
const { distance, from, to } = joined.gaps[0]
console.log(distance.toFixed(3), from.map((it) => +it.toFixed(4)).join(), to.map((it) => +it.toFixed(4)).join())
console.log(names.join())
