// expect: thrown
«a=1;‹U+000A›»×20000throw new Error('deep')
