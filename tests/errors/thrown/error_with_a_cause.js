try {
  null.x
} catch (cause) {
  throw new Error('the part could not be drawn', { cause })
}
