// expect: memory range timeout
'x'.repeat(1 << 20).replace(/x/g, '$`$&$\'')
