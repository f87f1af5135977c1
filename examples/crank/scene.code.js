// A crank for a knob and a shaft: two bosses, joined by flanks that touch both. The sketch says what the flanks are; the solver says
// where they are. Every hole of it is held to its wall by a rule.
const reach = param('reach', 60, { min: 45, max: 90, step: 5, label: 'from the shaft to the knob' })
const hub = param('hub', 14, { min: 12, max: 16, step: 1, label: 'radius of the boss on the shaft' })
const WALL = 5

const { degreesOfFreedom } = sketch('crank', (s) => {
  const shaft = s.point(0, 0, { name: 'shaft' })
  const knob = s.point(55, 4, { name: 'knob' })
  s.fixed(shaft)
  s.horizontal(shaft, knob)
  s.horizontalDistance(shaft, knob, reach, { show: true })

  // Drawn by hand: the flanks above and below, and the ends around the bosses.
  const [a, b] = [s.point(3, 13), s.point(52, 9)]
  const [c, d] = [s.point(53, -8), s.point(2, -13)]
  const upper = s.line(b, a, { name: 'upper' })
  const lower = s.line(d, c, { name: 'lower' })
  const tip = s.arc(knob, c, b, { name: 'tip' })
  const heel = s.arc(shaft, a, d, { name: 'heel' })
  for (const arc of [tip, heel]) for (const line of [upper, lower]) s.tangent(arc, line)
  s.radius(heel, hub, { show: true })
  s.radius(tip, 9, { show: true })

  const bore = s.circle(shaft, 7, { name: 'bore' })
  const pin = s.circle(knob, 3, { name: 'pin' })
  s.diameter(bore, 12, { show: true })
  s.diameter(pin, 6, { show: true })
})
console.log(`degrees of freedom left: ${degreesOfFreedom}`)

const outline = ['upper', 'heel', 'lower', 'tip'].map((name) => `crank_${name}`)
for (const name of [...outline, 'crank_bore', 'crank_pin']) setStroke(name, 'black', 0.5)
centerMark('shaft_mark', 'crank_bore')
centerMark('knob_mark', 'crank_pin')

check.closed(outline)
invariant('wall', check.minWidth([...outline, 'crank_bore', 'crank_pin'], WALL), 'the crank would break')
check.symmetric(['crank_bore', 'crank_pin'], 'y', { at: 0 })
check.lint('drawing', { severity: 'warn' })
