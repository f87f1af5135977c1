// expect: thrown
const list = []
list.length = 2 ** 32 - 1
throw list
