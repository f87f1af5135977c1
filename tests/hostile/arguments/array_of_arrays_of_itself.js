// expect: type range
const list = []
list.push(list, list)
drawLine('l', list)
