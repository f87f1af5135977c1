drawCircle('a', 0, 0, 5, 'red')
