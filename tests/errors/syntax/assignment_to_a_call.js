getArea('a') = 5
