// expect: memory timeout range syntax
const list = []
for (let n = 0; ; n++) list.push(new RegExp('(a{1,100}){1,100}' + n))
