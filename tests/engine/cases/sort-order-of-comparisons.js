// Sorting asks for the same elements as other engines: what an inconsistent comparison leaves depends on it (SortIndexedProperties).
const print = (...values) => console.log(values.join(' '))
const numbers = count => Array.from({ length: count }, (_, index) => index * 7 % 31)
for (const count of [3, 10, 33, 100, 700]) {
  print(count, 'greater', numbers(count).sort((a, b) => a > b).slice(0, 12))
  print(count, 'less', numbers(count).sort((a, b) => a < b).slice(0, 12))
  print(count, 'constant', numbers(count).sort(() => 1).slice(0, 12), numbers(count).sort(() => -1).slice(0, 12))
  let seed = 9
  const random = () => (seed = seed * 16807 % 2147483647) / 2147483647 - 0.5
  print(count, 'shuffled', numbers(count).sort(random).slice(0, 12))
  print(count, 'NaN', numbers(count).map(it => it % 5 ? it : NaN).sort((a, b) => a - b).slice(0, 12))
  const asked = []
  numbers(count).sort((a, b) => (asked.push(a + ':' + b), a - b))
  print(count, asked.length, asked.slice(0, 20), asked.slice(-20))
}
const asked = []
print([3, undefined, 1, , 2].sort((a, b) => (asked.push(a + ':' + b), a - b)), asked)
print([5, 1, 4].toSorted((a, b) => a > b))
asked.length = 0
print(new Int8Array([5, 1, 4, 2, 3]).sort((a, b) => (asked.push(a + ':' + b), a - b)), asked)
print(new Float64Array([3, 1, 2]).sort(() => 0), new Float64Array([3, 1, 2]).toSorted(() => -0))
const texts = [{ toString() { asked.push('a'); return 'a' } }, { toString() { asked.push('b'); return 'b' } }, 'c']
asked.length = 0
print(texts.sort(), asked)
