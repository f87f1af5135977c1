const xs = [{ v: 2 }, null, { v: 1 }]
xs.sort((a, b) => a.v - b.v)
