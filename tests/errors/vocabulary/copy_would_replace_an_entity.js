const names = ['a', 'b', 'c']
names.forEach((name, i) => drawCircle(name, 20 * i, 0, 5))
createGroup('pair', ['a', 'b'])
console.log(names.map(exists), names.map(getArea).map(Math.round))
names.slice(0, 1).forEach(deleteEntity)
createGroup('d_0')
duplicate('pair', 'd')
