function* points() {
  yield [0, 0]
}
const list = [...points]
