const names = ['a', 'b']
names.forEach(drawn)
var drawn
