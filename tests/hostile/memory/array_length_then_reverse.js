// expect: memory timeout range
const list = []
list.length = 2 ** 32 - 1
list.reverse()
