async function plate() { return { size: { w: 5 } } }
const made = plate()
drawRect('plate', 0, 0, made.size.w, 5)
