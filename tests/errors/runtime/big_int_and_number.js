const n = 5n * 2
