// expect: syntax
throw new SyntaxError('no at line 0, col 0')
