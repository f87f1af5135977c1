const holes = [{ name: 'a', r: 5 }]
drawCircle('a', 0, 0, holes.find((hole) => hole.name === 'b').r)
