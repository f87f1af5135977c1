// expect: stack range ok
let list = []
for (let n = 0; n < 20000; n++) list = [list]
list.join()
