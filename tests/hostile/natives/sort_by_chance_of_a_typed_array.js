// expect: ok
const list = new Float64Array(300).map((_, n) => n)
for (let n = 0; n < 50; n++) { list.sort(() => Math.random() - 0.5); list.toSorted(() => Math.random() - 0.5) }
if (new Set(list).size !== 300) throw new Error('elements are lost')
