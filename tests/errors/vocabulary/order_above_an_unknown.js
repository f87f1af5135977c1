drawRect('a', 0, 0, 10, 5)
drawOrder('a', 'above:bb')
