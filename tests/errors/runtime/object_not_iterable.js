const sizes = { a: 1, b: 2 }
for (const [name, r] of sizes) drawCircle(name, 0, 0, r)
