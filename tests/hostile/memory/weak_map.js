// expect: memory timeout
const map = new WeakMap()
const keys = []
for (;;) { const key = {}; keys.push(key); map.set(key, new Array(1000).fill(0)) }
