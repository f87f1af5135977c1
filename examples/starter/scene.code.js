// A mounting plate for the laser cutter, in mm. Change a number, and the drawing follows.
import { boltRect } from 'holes'

const width = param('width', 120, { min: 80, max: 200, step: 10, label: 'Width' })
drawRoundedRect('plate', 0, 0, width, 80, 8)
drawCircle('bore', 0, 0, 18)
const holes = boltRect('hole', 0, 0, width - 24, 56, 6)
check.minDistance(holes, 'bore', 10)
setFill('plate', '#dbe7f0')
for (const name of ['bore', ...holes]) setFill(name, 'white')
dimension('plate_width', { type: 'horizontal', of: 'plate' })
dimension('bore_size', { type: 'diameter', of: 'bore', angle: Math.PI / 4 })
