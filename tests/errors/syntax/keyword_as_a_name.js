const class = 'wall'
