// options: { "limits": { "entities": 100 } }
for (let i = 0; i < 200; i++) {
  drawCircle('c' + i, i, 0, 5)
}
