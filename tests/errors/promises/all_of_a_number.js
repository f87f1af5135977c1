const all = await Promise.all(5)
drawCircle('a', 0, 0, all.length)
