// expect: stack memory ok
let f = () => 1
for (let n = 0; n < 100000; n++) f = f.bind()
f()
