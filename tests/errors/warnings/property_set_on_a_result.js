const plate = drawRect('plate', 0, 0, 10, 5)
plate.fill = 'red'
drawCircle('hole', 0, 0, 1).radius = 2
const { length } = 'text'
const held = { plate }
held.plate.x = 5
