// expect: memory timeout
const object = {}
for (let n = 0; ; n++) object['key' + n + 'x'.repeat(1000)] = n
