// A gap is on paper and a spacing in the scene: one taken for the other makes a black area, and a warning.
setUnits('m')
setDrawingScale('1:50')
drawRect('wall', 0, 0, 4, 0.3)
hatch('wall', { gap: 0.08 })
//! the lines of hatch "wall_hatch" are 0.08 mm apart on paper and run together; give it a larger gap
hatch('wall', { spacing: 0.08, result: 'meant' })
hatch('wall', { gap: 0.25, result: 'as_the_pen' })
hatch('wall', { pattern: 'SOLID', result: 'filled' })
hatch('wall', { pattern: 'ANSI37', scale: 0.05, result: 'net' })
//! the lines of hatch "net" are 0.16 mm apart on paper and run together
