// expect: timeout memory
const set = new Set([0])
set.forEach((n) => set.add(n + 1))
