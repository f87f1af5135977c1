class Plate {
  constructor() { this.w = 5 }
  width() { return this.w }
}
const { width } = new Plate()
width()
