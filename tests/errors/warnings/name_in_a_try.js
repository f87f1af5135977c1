try {
  drawCircl('a', 0, 0, 1)
} catch (error) {
  console.log(error.message)
}
if (typeof window === 'undefined') drawCircle('b', 0, 0, 1)
