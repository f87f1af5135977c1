// expect: ok memory timeout range
new RegExp('((((a{1000}){1000}){1000}){1000}){1000}').test('a')
