// expect: stack range
let list = []
for (let n = 0; n < 1000000; n++) list = [list]
String(list)
