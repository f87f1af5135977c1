const 2d = true
