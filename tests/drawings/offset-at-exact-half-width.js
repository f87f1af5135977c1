// Lines and arcs stay such in an offset, also by the very distance at which an arm collapses, in any unit and place.
setUnits('cm')
drawPolygon('L', [[0, 0], [10, 0], [10, 6], [4, 6], [4, 12], [0, 12]])
rotate('L', 0.3, { around: [0, 0] })
offsetPolygon('L', -2, 'q')
console.log(getEntity('q').type, getArea('q').toFixed(6))
//= path 12.858407
drawPolygon('square', [[0, 0], [40, 0], [40, 40], [0, 40]], [[[6, 18], [10, 18], [10, 22], [6, 22]]])
createGroup('half', ['square'])
scale('half', -0.5, 0.5)
offsetPolygon('square', -1.5, 'r')
console.log(getEntity('r').type, getArea('r').toFixed(6))
//= path 265.931417
