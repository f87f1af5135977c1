// expect: thrown
// time: 5000
«a=1;‹U+000A›»×20000throw new Error('deep')
