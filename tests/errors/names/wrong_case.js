const Radius = 5
drawcircle('a', 0, 0, Radius)
