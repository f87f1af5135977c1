async function size() {
  return { w: 10 }
}
drawRect('r', 0, 0, size().w, 5)
