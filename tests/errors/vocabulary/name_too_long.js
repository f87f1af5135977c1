drawCircle('x'.repeat(300), 0, 0, 5)
