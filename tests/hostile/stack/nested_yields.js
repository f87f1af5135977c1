// expect: stack ok
function* f() { «yield »×10000 1 }
