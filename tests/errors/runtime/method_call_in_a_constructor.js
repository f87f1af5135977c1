class Gear {
  constructor(spec) {
    this.teeth = 24
    this.holes = spec.holes()
  }
}
new Gear()
