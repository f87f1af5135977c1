function f(x = defalt) { return x }
f()
