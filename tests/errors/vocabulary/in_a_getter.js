const part = {
  get drawn() {
    return drawCircle('a', 0, 0, -1)
  },
}
part.drawn
