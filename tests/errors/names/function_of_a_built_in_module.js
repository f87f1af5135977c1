spurGear('a', 0, 0, { module: 2, teeth: 18 })
