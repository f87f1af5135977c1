drawPolygon('a', [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 5, y: 8 }])
