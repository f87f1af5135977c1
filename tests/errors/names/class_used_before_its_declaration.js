const gear = new Gear(24)
class Gear {
  constructor(teeth) { this.teeth = teeth }
}
