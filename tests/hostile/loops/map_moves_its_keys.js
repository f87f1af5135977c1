// expect: timeout
const map = new Map([[1, 1]])
for (const [key] of map) { map.delete(key); map.set(key, 1) }
