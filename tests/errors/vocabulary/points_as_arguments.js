drawLine('axis', -50, 0, 50, 0)
