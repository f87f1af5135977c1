const name = 'a b c'.replaceAll(/ /, '_')
