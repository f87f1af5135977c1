const names = new Set(['a', 'b'])
const shown = names.map((name) => name.toUpperCase())
