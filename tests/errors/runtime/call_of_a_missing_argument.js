function each(n, draw) {
  for (let i = 0; i < n; i++) draw(i)
}
each(3)
