// Call-outs measure and count the finished scene, in the unit of the sheet.
setUnits('cm')
setDimensionStyle('ISO', { factor: 10 })
drawRect('blank', 0, 0, 12, 8)
const holes = [[-4, 2], [4, 2], [-4, -2], [4, -2]].map(([x, y], i) => { drawCircle(`h${i}`, x, y, 0.33); return `h${i}` })
drawCircle('core', 0, 2, 0.25); drawCircle('bore', 0, -1, 1.25)
booleanDifference('blank', [...holes, 'core', 'bore'], 'plate', { keep: false })
holeCallout('screws', 'plate', { index: 0, through: true, counterbore: { diameter: 1.1, depth: 0.65 } })
holeCallout('named', holes, { countersink: { diameter: 1.24 }, depth: 1 })
holeCallout('thread', { hole: 'core' }, { thread: 'M6', threadDepth: 1.2, depth: 1.6 })
holeCallout('fit', { hole: 'bore' }, { tolerance: 'H7' })
toleranceFrame('frame', { of: { hole: 'bore' }, at: 'top' }, 'position', 0.002, {
  zone: 'diameter', modifiers: 'M', datums: ['A', ['B', 'M'], 'C-D'], above: '4×', also: [{ characteristic: 'flatness', value: 0.001 }] })
datum('datum_a', { of: 'plate', at: 'bottom' }, 'A')
try { holeCallout('mixed', 'plate') } catch (error) { console.log(error.message) }
//= holeCallout: "plate" has 6 circles of several sizes; say which with the option index, from 0 (0 to 3 are Ø0.66, 4 is Ø0.5, 5 is Ø2.5)
try { holeCallout('both', ['h0', 'bore']) } catch (error) { console.log(error.message) }
//= holeCallout: "h0" and "bore" have different sizes; each needs its own call-out
try { toleranceFrame('no', [0, 0], 'flat', 0.1) } catch (error) { console.log(error.message.split('"')[0]) }
//= toleranceFrame: characteristic must be 
for (const name of ['screws', 'named', 'thread', 'fit', 'frame', 'datum_a']) {
  console.log(name, getEntity(name).local.annotation.note.text.replaceAll('\n', ' / '))
}
//= screws 4× Ø6.6 THRU / ⌴ Ø11 ↧6.5
//= named 4× Ø6.6 ↧10 / ⌵ Ø12.4 × 90°
//= thread M6 ↧12 / Ø5 ↧16
//= fit Ø25 H7 +0.021/0
//= frame 4× / ⌖ | ⌀0.02Ⓜ | A | BⓂ | C-D / ⏥ | 0.01
//= datum_a A
// The dashes of a pitch circle are arcs of one circle, which has one diameter, but they have several lengths.
drawCircle('rim', 0, 40, 10)
const screws = [0, 1, 2, 3, 4, 5].map((i) => {
  drawCircle(`s${i}`, 7 * Math.cos(i * Math.PI / 3), 40 + 7 * Math.sin(i * Math.PI / 3), 0.6)
  return `s${i}`
})
booleanDifference('rim', screws, 'ring', { keep: false })
centerMarks('marks', 'ring')
dimension('pitch', { type: 'diameter', of: 'marks' })
console.log(getEntity('pitch').local.annotation.dimension.measures[0].text)
//= Ø140
try { dimension('length', { type: 'arcLength', of: 'marks' }) } catch (error) { console.log(error.message.replace(/\d+/, 'many').split(' (')[0]) }
//= dimension: "marks" has many arcs; say which with the option index, from 0
