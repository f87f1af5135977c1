drawCircle('hole', −5, 0, 3)
