// expect: stack ok
// time: 5000
function* f() { «yield »×100000 1 }
