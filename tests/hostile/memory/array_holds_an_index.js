// expect: memory timeout ok
const list = []
list[2 ** 32 - 2] = 1
const flat = list.flat()
