// expect: ok
/a/.test('a'); RegExp.$1
