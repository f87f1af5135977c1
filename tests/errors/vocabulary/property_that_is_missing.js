const holes = [{ x: 1 }, { x: 2 }]
for (const [i, h] of holes.entries()) drawCircle('h' + i, h.x, h.y, 2)
