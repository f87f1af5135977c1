class Plate {
  #w = 5
  isAsWideAs(other) { return this.#w === other.#w }
}
new Plate().isAsWideAs({ w: 5 })
