const box = ['a', 0, 0, 10]
drawRect(...box)
