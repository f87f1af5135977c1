// expect: syntax
function f() { await 1 }
