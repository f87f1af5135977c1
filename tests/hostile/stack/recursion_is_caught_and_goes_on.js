// expect: stack timeout ok
function f() { f() }
for (let n = 0; n < 5; n++) try { f() } catch (error) {}
