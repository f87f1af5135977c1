// expect: timeout memory
const list = [1]
for (const item of list) list.push(item)
