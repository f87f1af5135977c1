drawText('t', 42, 0, 0, 5)
