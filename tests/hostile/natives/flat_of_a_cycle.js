// expect: stack memory range
// time: 5000
const list = []
list.push(list)
list.flat(Infinity)
