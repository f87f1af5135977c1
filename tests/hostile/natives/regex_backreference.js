// expect: timeout
/^(.*)*\1b$/.test('a'.repeat(40))
