if ('w' in 'width') drawCircle('a', 0, 0, 5)
