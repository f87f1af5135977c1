const total = [].reduce((a, b) => a + b)
