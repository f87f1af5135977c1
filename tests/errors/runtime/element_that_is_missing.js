const holes = [{ x: 0, r: 2 }, , { x: 9, r: 2 }]
for (const { x, r } of holes) drawCircle('hole' + x, x, 0, r)
