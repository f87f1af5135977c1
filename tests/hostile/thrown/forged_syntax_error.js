// expect: syntax
throw new SyntaxError('no at line 999, col 0')
