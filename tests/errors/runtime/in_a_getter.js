const part = {
  size: null,
  get width() {
    return this.size.w
  },
}
console.log(part.width)
