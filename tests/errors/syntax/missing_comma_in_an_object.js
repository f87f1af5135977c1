const size = { w: 10 h: 20 }
