const plate = {}
for (const wrong of [
  () => Object.keys(plate.sizes),
  () => [...plate.holes],
  () => [1].map(plate.draw),
  () => new Array(-1),
  () => { const { size: { w } } = plate },
]) {
  try { wrong() } catch (error) { console.log(`${error.name}: ${error.message}`) }
}
