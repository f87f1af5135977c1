function house({ x, y }) { drawRect('a', x, y, 10, 10) }
house()
