try {
  drawCircle('a', 0, 0, -5)
} catch (error) {
  console.warn('failed')
  throw error
}
