// expect: timeout
/^(a|aa)+$/.test('a'.repeat(60) + '!')
