const t = 'a' + Symbol('b')
