const options = { w: 10 }
const { size: { w, h } } = { ...options }
