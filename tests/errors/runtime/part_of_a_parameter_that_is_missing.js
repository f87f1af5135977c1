function plate({ name, size: { w, h } }) { drawRect(name, 0, 0, w, h) }
plate({ name: 'a', w: 5, h: 5 })
