[1, 2].forEach(async (i) => {
  await null
  drawCircle('c' + i, i, 0, 1)
  setFill('c' + i, 'red')
})
drawCircle('after', 0, 0, 1)
await Promise.all([3, 4].map(async (i) => {
  await null
  drawCircle('c' + i, i, 0, 1)
}))
