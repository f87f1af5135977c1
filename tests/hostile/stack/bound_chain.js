// expect: stack memory ok
// time: 5000
let f = () => 1
for (let n = 0; n < 100000; n++) f = f.bind()
f()
