const base = { ...null }
const sizes = new Map(5)
