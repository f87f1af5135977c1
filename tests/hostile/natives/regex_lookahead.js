// expect: timeout
/^(?=(a+)+b)a/.test('a'.repeat(40))
