class Plate {
  constructor(name) {
    this.name = nme
  }
}
new Plate('a')
