// expect: stack timeout
function f() { try { f() } finally { f() } }
f()
