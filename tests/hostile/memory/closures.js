// expect: memory timeout
const list = []
for (let n = 0; ; n++) { const data = new Array(1000).fill(n); list.push(() => data) }
