// expect: memory timeout
const set = new Set()
for (let n = 0; ; n++) set.add('x'.repeat(10000) + n)
