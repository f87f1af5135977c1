// expect: stack ok
// time: 5000
function* f() { «yield »×10000 1 }
