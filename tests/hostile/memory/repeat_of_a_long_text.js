// expect: memory range
'«x»×1000'.repeat(2 ** 52)
