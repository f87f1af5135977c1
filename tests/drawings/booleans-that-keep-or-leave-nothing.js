// Outlines that are there twice are warned about, in groups and units; so is a boolean that leaves nothing, by its line.
setUnits('cm')
drawRect('blank', 0, 0, 10, 6); drawCircle('x', -3, 0, 1); drawCircle('y', 3, 0, 1)
createGroup('holes', ['x', 'y'])
booleanDifference('blank', 'holes', 'plate')
drawCircle('small', 50, 0, 5); drawCircle('large', 50, 0, 9)
console.log(booleanDifference('small', 'large', 'none'))
//= false
//! booleanDifference at main:7 leaves nothing
//! 3 outlines lie on others
