// expect: stack memory range
const list = []
list.push(list)
list.flat(Infinity)
