// expect: ok
const list = Array.from({ length: 300 }, (_, n) => n)
for (let n = 0; n < 50; n++) list.sort(() => Math.random() - 0.5)
if (new Set(list).size !== 300) throw new Error('elements are lost')
