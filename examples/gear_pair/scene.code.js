// Two involute gears in mesh, module 2.5: pinion and wheel with keyways and lightening holes, dimensioned on A3.
import { centerDistance, meshAngle, radii, spurGear } from 'gears'

const teeth = param('teeth', 18, { min: 12, max: 30, step: 1, label: 'Teeth of the pinion' })
const module = 2.5
const pinion = { module, teeth, bore: 12, keyway: { width: 4, depth: 1.8 }, backlash: 0.05, angle: Math.PI / 2 }
const wheel = { module, teeth: 40, bore: 20, keyway: { width: 6, depth: 2.8 }, backlash: 0.05 }
const apart = centerDistance(pinion, wheel)

spurGear('pinion', 0, 0, pinion)
spurGear('blank', apart, 0, { ...wheel, angle: meshAngle(pinion, wheel) })
drawCircle('window', apart + 28, 0, 9)
rotate('window', Math.PI / 6, { around: [apart, 0] })
arrayPolar('window', 6, { center: [apart, 0], result: 'windows' })
booleanDifference('blank', ['window', 'windows'], 'wheel', { keep: false })
for (const name of ['pinion', 'wheel']) setFill(name, [0.85, 0.87, 0.9])

defineLayer('pitch', { linetype: 'center', color: 'black', lineweight: 0.18 })
drawCircle('pinion_pitch', 0, 0, radii(pinion).pitch)
drawCircle('wheel_pitch', apart, 0, radii(wheel).pitch)
for (const name of ['pinion_pitch', 'wheel_pitch']) setLayer(name, 'pitch')
centerMark('pinion_center', 'pinion_pitch')
centerMark('wheel_center', 'wheel_pitch')

dimension('distance', { type: 'horizontal', from: 'pinion_pitch', to: 'wheel_pitch', side: 'below', offset: 62, tolerance: [0.05, 0] })
dimension('pinion_tip', { type: 'diameter', center: [0, 0], radius: radii(pinion).tip, angle: 2.4 })
dimension('wheel_tip', { type: 'diameter', center: [apart, 0], radius: radii(wheel).tip, angle: 0.7 })
dimension('pinion_bore', { type: 'diameter', center: [0, 0], radius: 6, angle: -2.4, offset: 26, tolerance: 'H7' })
dimension('wheel_bore', { type: 'diameter', center: [apart, 0], radius: 10, angle: -0.3, offset: 58, tolerance: 'H7' })

invariant('the gears do not overlap', () => !booleanIntersect('pinion', 'wheel', 'overlap') || getArea('overlap') < 1e-3)
setPage('A3', { scale: '1:1', titleBlock: { title: 'Gear pair', number: 'G-18-40', material: '16MnCr5', projection: 'first' } })
const rows = [pinion, wheel].map((gear) => [gear.teeth, (2 * radii(gear).pitch).toFixed(1), (2 * radii(gear).base).toFixed(2)])
table('data', [['', 'Pinion', 'Wheel'], ['Module', module, module],
  ...['Teeth', 'Pitch Ø', 'Base Ø'].map((title, row) => [title, rows[0][row], rows[1][row]])], { at: 'topRight' })
