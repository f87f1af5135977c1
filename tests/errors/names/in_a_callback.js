const xs = [0, 10, 20]
xs.forEach((x, i) => {
  drawCircle(`c_${i}`, x, 0, sz)
})
