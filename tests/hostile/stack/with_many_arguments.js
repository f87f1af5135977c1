// expect: stack memory timeout
function f(...args) { return f(...args, 1, 2, 3, 4, 5, 6, 7, 8) }
f()
