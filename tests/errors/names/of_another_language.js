draw_circle('a', 0, 0, 5)
