// Iterations keep their place while entries are removed and added (Map.prototype.delete, %MapIteratorPrototype%.next).
const map = new Map(Array.from({ length: 100 }, (_, i) => [i, i]))
const iterator = map.keys()
for (let i = 0; i < 50; i++) iterator.next()
for (let i = 0; i < 90; i++) map.delete(i)
map.set(0, 'again')
console.log([...iterator].join())
const queue = new Map(Array.from({ length: 1000 }, (_, i) => [i, i]))
for (let i = 1000; i < 3000; i++) { queue.delete(queue.keys().next().value); queue.set(i, i) }
console.log(`${queue.size} ${queue.keys().next().value}`)
