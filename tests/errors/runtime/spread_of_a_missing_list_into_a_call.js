const plate = {}
const widest = Math.max(...plate.widths)
