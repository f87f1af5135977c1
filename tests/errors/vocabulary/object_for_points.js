drawLine('a', { length: 3 })
