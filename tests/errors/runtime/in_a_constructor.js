class Gear {
  constructor(spec) {
    this.teeth = spec.teeth
  }
}
new Gear()
