const sizes = { door: { w: 90 } }
drawRect('a', 0, 0, sizes.window.w, 10)
